/** The Web APIs that the library needs from the platform: Node ≥ 20, Deno, Bun and Workers have them. */
export type Platform = {
  readonly fetch: typeof fetch;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Unix milliseconds, to read a date in `retry-after`. */
  readonly date: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly newKey: () => string;
  /** Runs `then` after this many milliseconds, unless the returned function is called first. */
  readonly after: (milliseconds: number, then: () => void) => () => void;
};

/**
 * The platform's own APIs, with `given` in place of `fetch` if set. Looks them up at each call, so that instrumentation installed later takes effect.
 */
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
