import { afterEach, describe, expect, it, vi } from "vitest";
import { openPlace, showPush } from "./notifications";

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
    await showPush(made, pushed(MESSAGE));
    expect(showNotification).toHaveBeenCalledWith(
      "@bob sent you a message",
      expect.objectContaining({ data: "/intexted?chat=talk", tag: expect.stringContaining("talk") }),
    );
  });

  it("speaks the language of this browser's pages", async () => {
    const { made, showNotification } = worker([{ focused: false }]);
    Object.assign(made, { cookieStore: { get: async () => ({ value: "de" }) } });
    await showPush(made, pushed(MESSAGE));
    expect(showNotification).toHaveBeenCalledWith("@bob hat dir eine Nachricht geschickt", expect.anything());
  });

  it("is not shown to who is looking", async () => {
    const { made, showNotification } = worker([{ focused: true }]);
    await showPush(made, pushed(MESSAGE));
    expect(showNotification).not.toHaveBeenCalled();
  });

  it("that nobody understands is told as it is: something is new", async () => {
    const { made, showNotification } = worker();
    await showPush(made, null);
    expect(showNotification).toHaveBeenCalledWith(
      "New notification",
      expect.objectContaining({ data: "/homefeed" }),
    );
  });
});

/** An open page; `isListening`, whether its screen has the bell. */
function opened(isListening: boolean) {
  const postMessage = vi.fn((_: unknown, [port]: MessagePort[]) => {
    if (isListening) port?.postMessage("going");
  });
  return { focused: false, postMessage, focus: vi.fn(async () => {}), navigate: vi.fn() };
}

describe("a notification that is clicked", () => {
  afterEach(() => vi.useRealTimers());

  it("leads the open page there", async () => {
    const page = opened(true);
    const { made, openWindow } = worker([page]);
    await openPlace(made, "/intexted?chat=talk");
    expect(page.postMessage).toHaveBeenCalledWith({ place: "/intexted?chat=talk" }, [expect.anything()]);
    expect(page.focus).toHaveBeenCalled();
    expect(page.navigate).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("loads the place where the open page does not listen", async () => {
    vi.useFakeTimers();
    const page = opened(false);
    const going = openPlace(worker([page]).made, "/intexted?chat=talk");
    await vi.runAllTimersAsync();
    await going;
    expect(page.focus).toHaveBeenCalled();
    expect(page.navigate).toHaveBeenCalledWith("/intexted?chat=talk");
  });

  it("opens the app where it is not", async () => {
    const { made, openWindow } = worker();
    await openPlace(made, "/intexted?chat=talk");
    expect(openWindow).toHaveBeenCalledWith("/intexted?chat=talk");
  });
});
