import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A real SMTP server that stores the emails it gets. */
export class MailServer {
  private readonly emails: { to: string; text: string }[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        this.emails.push({ to, text: Buffer.concat(parts).toString("utf8") });
        done();
      });
    },
  });

  /** Answers the URL to send to. */
  async open(): Promise<string> {
    await new Promise<void>((ready) => this.server.listen(0, "127.0.0.1", ready));
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** The newest code mailed to this address, or undefined while none has come. */
  codeFor(address: string): string | undefined {
    const email = this.emails.findLast(({ to }) => to === address);
    // The body alone: headers are full of digits.
    return email?.text
      .split(/\r?\n\r?\n/)
      .slice(1)
      .join("\n")
      .match(/\b\d{6}\b/)?.[0];
  }

  /** The newest email to this address, with its headers decoded as far as they are plain. */
  textFor(address: string): string | undefined {
    const email = this.emails.findLast(({ to }) => to === address);
    return email?.text.replaceAll("=\r\n", "");
  }

  /** Where the newest link mailed to this address leads, on any site. */
  linkFor(address: string): string | undefined {
    const email = this.emails.findLast(({ to }) => to === address);
    return email?.text.replaceAll("=\r\n", "").match(/\/(reset-password|undo-email-change)#[\w.]+/)?.[0];
  }

  close(): Promise<void> {
    return new Promise((closed) => this.server.close(closed));
  }
}

/** Six digits that are not these. */
export const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");
