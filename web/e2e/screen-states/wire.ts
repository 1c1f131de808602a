import { expect, type Page, type Route } from "@playwright/test";

/** Data that screens ask for over HTTP. */
const ASKED_OVER_HTTP = /\/api\/identity\/(sessions|methods)$/;
const REFUSED = { errorMessage: "Server Error", logLines: [], journal: null };

interface Frame {
  type: string;
  requestId?: number;
  modifications?: { type: string; queryId: number }[];
  /** Of all that the page asks for, as it changes; the server's Transitions say how far they answer it. */
  newVersion?: number;
  endVersion?: { querySet: number };
}

/** Answers of a failing server: an internal error, or `errorData`; with `words`, only for calls that contain them. */
interface Refusal {
  words?: string;
  errorData?: object;
}

/**
 * The connection between one page and its server, under the test's control: new requests wait for their answer, which
 * comes in the end, or are refused as by a failing server. Earlier requests are answered throughout.
 */
export class Wire {
  private mode: "answers" | "waits" | "fails" = "answers";
  private kept: (() => void)[] = [];
  private refusal: Refusal | null = null;
  /** How often something was refused that was done. */
  refused = 0;
  /** Queries whose answer will be an error. */
  private readonly spoilt = new Set<number>();
  /** Queries of the page without an answer yet. */
  private readonly asked = new Set<number>();
  /** The versions in which it no longer wants to know something, and still has it. */
  private readonly left = new Set<number>();

  private constructor() {}

  /** Before the page has been loaded. */
  static async of(page: Page): Promise<Wire> {
    const wire = new Wire();
    await page.routeWebSocket(/\/sync$/, (socket) => {
      const server = socket.connectToServer();
      wire.asked.clear();
      wire.left.clear();
      wire.spoilt.clear();
      socket.onMessage((message) => {
        const refusal = wire.refusalOf(String(message));
        if (refusal) return socket.send(refusal);
        wire.listen(String(message));
        server.send(message);
      });
      server.onMessage((message) => wire.pass(() => socket.send(wire.heard(String(message)))));
    });
    await page.route(ASKED_OVER_HTTP, (route) => wire.pass(() => wire.decide(route)));
    return wire;
  }

  /** Nothing that is asked is answered. */
  waits(): void {
    this.mode = "waits";
  }

  /** Requests that waited are refused, and so are new ones. */
  fails(): void {
    this.mode = "fails";
    this.flush();
  }

  /** Whatever is done from now on is refused, and the server never hears of it. */
  refuses(refusal: Refusal = {}): void {
    this.refusal = refusal;
  }

  /** Requests that waited are answered, and so are new ones. */
  answers(): void {
    this.mode = "answers";
    this.spoilt.clear();
    this.flush();
  }

  /** Waits until all queries of the page are answered, and all ended ones are gone. */
  async isQuiet(): Promise<void> {
    await expect.poll(() => this.asked.size + this.left.size, { intervals: [20] }).toBe(0);
  }

  private pass(act: () => void): void {
    if (this.mode === "waits") this.kept.push(act);
    else act();
  }

  private flush(): void {
    for (const act of this.kept.splice(0)) act();
  }

  private refusalOf(frame: string): string | null {
    const { type, requestId }: Frame = JSON.parse(frame);
    const { words = "", ...said } = this.refusal ?? {};
    if (!this.refusal || type !== "Mutation" || !frame.includes(words)) return null;
    this.refused += 1;
    return JSON.stringify({
      type: "MutationResponse",
      requestId,
      success: false,
      result: "Server Error",
      logLines: [],
      ...said,
    });
  }

  /** Notes the queries that a page's frame begins and ends. */
  private listen(frame: string): void {
    const { type, modifications = [], newVersion = 0 }: Frame = JSON.parse(frame);
    if (type !== "ModifyQuerySet") return;
    for (const one of modifications) {
      if (one.type === "Remove") {
        // A subscription that ends before its first answer gets no answer any more.
        this.asked.delete(one.queryId);
        this.left.add(newVersion);
      } else this.asked.add(one.queryId);
      if (this.mode !== "answers") this.spoilt.add(one.queryId);
    }
  }

  /** The server's frame as the page gets it, with these queries refused in it. */
  private heard(frame: string): string {
    const said: Frame = JSON.parse(frame);
    if (said.type !== "Transition" || !said.modifications) return frame;
    for (const { queryId } of said.modifications) this.asked.delete(queryId);
    for (const version of this.left)
      if (version <= (said.endVersion?.querySet ?? 0)) this.left.delete(version);
    const modifications = said.modifications.map((one) =>
      one.type === "QueryUpdated" && this.spoilt.has(one.queryId)
        ? { type: "QueryFailed", queryId: one.queryId, ...REFUSED }
        : one,
    );
    return JSON.stringify({ ...said, modifications });
  }

  private decide(route: Route): void {
    void (this.mode === "fails" ? route.fulfill({ status: 500, json: null }) : route.continue());
  }
}
