/** What the library needs of the platform, all of it Web APIs: Node ≥ 20, Deno, Bun and Workers have them. */
export type Platform = {
  readonly fetch: typeof fetch;
  /** Milliseconds that only rise. */
  readonly now: () => number;
  /** Unix milliseconds, to read a date in `retry-after`. */
  readonly date: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly newKey: () => string;
  /** Runs `then` after so many milliseconds, unless what it returns is called before. */
  readonly after: (milliseconds: number, then: () => void) => () => void;
};

/** The platform's own, with another `fetch` where one is given. Looked up at each call, so that one that was instrumented later is the one that is used. */
export const platformWith = (given: typeof fetch | undefined): Platform => ({
  fetch: (input, init) => (given ?? fetch)(input, init),
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  newKey: () => crypto.randomUUID(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
});
