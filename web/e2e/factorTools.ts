import { createHmac } from "node:crypto";
import { type CDPSession, expect, type Page } from "@playwright/test";

const STEP_MS = 30_000;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A device with passkeys, as Chromium simulates it for one page: it checks its owner whenever it is asked. */
export class PasskeyDevice {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  static async of(page: Page): Promise<PasskeyDevice> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new PasskeyDevice(session, authenticatorId);
  }

  /** Whether its owner shows the right finger. */
  async recognises(isOwner: boolean): Promise<void> {
    await this.session.send("WebAuthn.setUserVerified", {
      authenticatorId: this.id,
      isUserVerified: isOwner,
    });
  }

  /** Puts the passkeys of this one into a device of another page, as a password manager does. */
  async syncsTo(other: PasskeyDevice): Promise<void> {
    const { credentials } = await this.session.send("WebAuthn.getCredentials", { authenticatorId: this.id });
    for (const credential of credentials)
      await other.session.send("WebAuthn.addCredential", { authenticatorId: other.id, credential });
  }
}

/** The code that an authenticator app shows: RFC 6238. */
export function codeOf(seed: string, moment = Date.now()): string {
  const bits = [...seed].map((each) => BASE32.indexOf(each).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(moment / STEP_MS)));
  const mac = createHmac("sha1", key).update(step).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Confirms the password in the dialog that asks for it. */
export async function proves(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toBeHidden();
}

/** The recovery codes in the dialog that shows them once; it is closed afterwards. */
export async function savesCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const codes = await dialog.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: "I saved them" }).click();
  await expect(dialog).toBeHidden();
  return codes;
}
