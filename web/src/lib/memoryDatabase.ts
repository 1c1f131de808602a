/**
 * An `indexedDB` in memory for tests that run without a browser, complete enough for `idb-keyval`, and locks.
 * Transactions run one after the other, and a failed one leaves no change.
 */
type Callback = (() => void) | null;

class Answer<Value> {
  result!: Value;
  error: Error | null = null;
  onsuccess: Callback = null;
  onupgradeneeded: Callback = null;
  onerror: Callback = null;
}

class Transaction {
  oncomplete: Callback = null;
  onabort: Callback = null;
  error: Error | null = null;
  readonly #work: (() => void)[] = [];

  constructor(
    readonly values: Map<unknown, unknown>,
    readonly isFull: () => boolean,
  ) {}

  objectStore() {
    const ask = <Value>(what: () => Value) => {
      const answer = new Answer<Value>();
      this.#work.push(() => {
        answer.result = what();
        answer.onsuccess?.();
      });
      return answer;
    };
    return {
      transaction: this,
      get: (key: unknown) => ask(() => structuredClone(this.values.get(key))),
      getAllKeys: () => ask(() => [...this.values.keys()]),
      delete: (key: unknown) => ask(() => this.values.delete(key)),
      put: (value: unknown, key: unknown) => ask(() => this.#put(key, structuredClone(value))),
    };
  }

  run(): void {
    const before = new Map(this.values);
    try {
      for (let next = this.#work.shift(); next; next = this.#work.shift()) next();
    } catch (error) {
      this.values.clear();
      for (const [key, value] of before) this.values.set(key, value);
      this.error = error as Error;
    }
    (this.error ? this.onabort : this.oncomplete)?.();
  }

  #put(key: unknown, value: unknown): void {
    if (this.isFull()) throw new DOMException("The disk is full.", "QuotaExceededError");
    this.values.set(key, value);
  }
}

/**
 * The database of one browser: every page that opens it finds the same values. While `isFull`, it takes nothing more.
 */
export function memoryDatabase() {
  const values = new Map<unknown, unknown>();
  const disk = { isFull: false };
  let before = Promise.resolve();
  const database = {
    transaction: () => {
      const transaction = new Transaction(values, () => disk.isFull);
      before = before.then(() => transaction.run());
      return transaction;
    },
  };
  const open = () => {
    const answer = new Answer<typeof database>();
    answer.result = database;
    queueMicrotask(() => answer.onsuccess?.());
    return answer;
  };
  return { disk, values, indexedDB: { open } };
}

/** Locks as browsers have them, in the order in which they are asked for. */
export function memoryLocks() {
  const held = new Map<string, Promise<unknown>>();
  const request = (name: string, work: () => Promise<void>) => {
    const done = (held.get(name) ?? Promise.resolve()).then(work);
    held.set(
      name,
      done.catch(() => undefined),
    );
    return done;
  };
  return { request };
}
