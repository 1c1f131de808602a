import type { Browser, BrowserContextOptions } from "@playwright/test";
import type { Inflow } from "./inflow";
import type { MailServer } from "./mailServer";
import { Person } from "./person";

type Kind = "query" | "mutation";

/** A member with a browser and a client of the wire, for the preparation of a test. */
export interface Joined extends Person {
  userId: string;
  profileId: string;
  call<Value>(kind: Kind, path: string, args: object): Promise<Value>;
}

/** Signs a member up without the pages, which have tests of their own, and opens the feed of a nook. */
export async function joins(
  name: string,
  {
    browser,
    inflow,
    mail,
    size,
    nook = "scenic",
    device = {},
  }: {
    browser: Browser;
    inflow: Inflow;
    mail: MailServer;
    size: { width: number; height: number };
    nook?: string;
    device?: BrowserContextOptions;
  },
): Promise<Joined> {
  const person = await Person.arrives(name, browser, inflow, size, device);
  const user = await person.enrols(mail);
  const { token } = await person.sends("/api/identity/token", {});
  const call = async (kind: Kind, path: string, args: object) => {
    const asked = { path, format: "convex_encoded_json", args: [args] };
    const { status, value, errorMessage } = await person.sends(`/api/${kind}`, asked, {
      Authorization: `Bearer ${token}`,
    });
    if (status !== "success") throw new Error(`${path}: ${errorMessage}`);
    return value;
  };
  await call("mutation", "users:updateNook", { userId: user._id, newNook: nook });
  const { profileId } = await call("query", "users:me", {});
  await person.visits("/homefeed");
  return Object.assign(person, { userId: user._id, profileId, call });
}
