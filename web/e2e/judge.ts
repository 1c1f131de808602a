import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Everything that Sightengine may see in a photograph, seen for certain not to be there. */
const NOTHING = {
  sexual_activity: 0.01,
  sexual_display: 0.01,
  erotica: 0.01,
  very_suggestive: 0.01,
  suggestive: 0.01,
  suggestive_classes: {
    lingerie: 0.01,
    male_underwear: 0.01,
    suggestive_pose: 0.01,
    suggestive_focus: 0.01,
    visibly_undressed: 0.01,
  },
};

/**
 * A stand-in for Sightengine on this machine: reports the same result for every photograph, until the test changes
 * it.
 */
export class Judge {
  private answer: [status: number, body: unknown] = [200, {}];
  private thought: Promise<void> | null = null;

  private constructor(private readonly server: Server) {
    server.on("request", (request, response) => {
      const { thought } = this;
      this.thought = null;
      request.resume().on("end", async () => {
        await thought;
        const [status, body] = this.answer;
        response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
      });
    });
    this.finds({});
  }

  static async open(): Promise<Judge> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Judge(server);
  }

  /** What an operator writes into the settings. */
  get settings(): Record<string, string> {
    return {
      INFLOW_SCREENING: "sightengine",
      INFLOW_SIGHTENGINE_USER: "operator",
      INFLOW_SIGHTENGINE_SECRET: "s3cret",
      INFLOW_SIGHTENGINE_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/1.0/check.json`,
    };
  }

  finds(scores: Partial<typeof NOTHING>): void {
    this.answer = [200, { status: "success", nudity: { ...NOTHING, ...scores } }];
  }

  /** Delays the answer to the next photograph, and to no other, until the test releases it. */
  ponders(): () => void {
    let decide = () => {};
    this.thought = new Promise((resolve) => {
      decide = resolve;
    });
    return decide;
  }

  /** Whether it has the photograph that it was to think about. */
  get isPondering(): boolean {
    return this.thought === null;
  }

  /** Answers that it cannot judge anything. */
  fails(): void {
    this.answer = [
      400,
      { status: "failure", error: { type: "usage_limit", code: 32, message: "Limit reached" } },
    ];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}
