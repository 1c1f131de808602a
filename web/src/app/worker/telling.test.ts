import { describe, expect, it, vi } from "vitest";
import { go, tell } from "./telling";

const MESSAGE = { type: "intexted", subject: "talk", sender: { _id: "bobs", username: "bob" } };

/** A worker with these pages open. */
function worker(pages: { focused: boolean }[] = []) {
  const showNotification = vi.fn();
  const openWindow = vi.fn();
  const clients = { matchAll: async () => pages, openWindow };
  const made = { clients, registration: { showNotification } } as unknown as ServiceWorkerGlobalScope;
  return { made, showNotification, openWindow };
}

const pushed = (told: unknown) => ({ json: () => told }) as PushMessageData;

describe("a push", () => {
  it("says who did what, and leads there", async () => {
    const { made, showNotification } = worker([{ focused: false }]);
    await tell(made, pushed(MESSAGE));
    expect(showNotification).toHaveBeenCalledWith(
      "@bob sent you a message",
      expect.objectContaining({ data: "/intexted?chat=talk", tag: expect.stringContaining("talk") }),
    );
  });

  it("is not shown to who is looking", async () => {
    const { made, showNotification } = worker([{ focused: true }]);
    await tell(made, pushed(MESSAGE));
    expect(showNotification).not.toHaveBeenCalled();
  });

  it("that nobody understands is told as it is: something is new", async () => {
    const { made, showNotification } = worker();
    await tell(made, null);
    expect(showNotification).toHaveBeenCalledWith(
      "New notification",
      expect.objectContaining({ data: "/homefeed" }),
    );
  });
});

describe("a notification that is clicked", () => {
  it("leads the open page there", async () => {
    const page = { focused: false, postMessage: vi.fn(), focus: vi.fn() };
    const { made, openWindow } = worker([page]);
    await go(made, "/intexted?chat=talk");
    expect(page.postMessage).toHaveBeenCalledWith({ place: "/intexted?chat=talk" });
    expect(page.focus).toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("opens the app where it is not", async () => {
    const { made, openWindow } = worker();
    await go(made, "/intexted?chat=talk");
    expect(openWindow).toHaveBeenCalledWith("/intexted?chat=talk");
  });
});
