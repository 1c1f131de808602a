import type { Browser, BrowserContextOptions, ViewportSize } from "@playwright/test";
import type { Inflow } from "./inflow";
import type { MailServer } from "./mailServer";
import { Person } from "./person";
import { hang, hangPictures } from "./wall";

/** A person's device: its screen, and what else it has. */
export type Device = BrowserContextOptions & { viewport?: ViewportSize };

/** Signs a person up who has so many fotos on the wall of SCENIC, called by the person's name and a number. */
export async function memberWithWall(
  name: string,
  browser: Browser,
  inflow: Inflow,
  mail: MailServer,
  { count, viewport, ...device }: Device & { count: number },
): Promise<Person> {
  const person = await Person.arrives(name, browser, inflow, viewport, device);
  await hangPictures(person.page);
  await person.signsUp(mail);
  await person.chooses("SCENIC");
  hang(inflow, person.username, name, { count });
  return person;
}
