/** The server sends a Ping after 12 s of silence, as a message: browsers do not show the protocol's own pings to scripts. */
const INACTIVITY_MS = 30_000;
const REASON = "InactiveServer";

/** A WebSocket that closes itself when the server has sent no message for 30 s. The client's own limit is 60 s and fixed. */
export class InactivityTimeoutSocket extends WebSocket {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    this.#wait();
    for (const sign of ["open", "message"]) this.addEventListener(sign, () => this.#wait());
    this.addEventListener("close", () => clearTimeout(this.#timer));
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(), INACTIVITY_MS);
  }

  /**
   * A browser reports the close only when the other side has answered, or much later: the client is told at once, and
   * only once.
   */
  #giveUp(): void {
    const { onclose } = this;
    this.onopen = this.onmessage = this.onerror = this.onclose = null;
    this.close();
    onclose?.call(this, new CloseEvent("close", { code: 1006, reason: REASON, wasClean: false }));
  }
}
