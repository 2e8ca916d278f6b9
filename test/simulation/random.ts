/** Numbers that depend on the seed alone. */
export type Random = {
  readonly u32: () => number;
  /** An integer from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number;
  /** An integer, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
};

/** The sfc32 generator, its state drawn from one 32-bit seed by splitmix32. */
export const createRandom = (seed: number): Random => {
  const split = splitmix(seed);
  let [a, b, c, counter] = [split(), split(), split(), 1];
  const u32 = (): number => {
    const mixed = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return mixed >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) u32();
  const below = (limit: number): number => Math.floor((u32() / 2 ** 32) * limit);
  return {
    u32,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => u32() / 2 ** 32 < probability,
    pick: ([first, ...rest]) => {
      const place = below(rest.length + 1);
      return place === 0 ? first : (rest[place - 1] ?? first);
    },
  };
};

/** A generator that depends on the seed and a name: what it draws leaves all others as they are. */
export const randomOf = (seed: number, name: string): Random => {
  let hash = seed;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return createRandom(hash);
};

const splitmix = (seed: number) => {
  let state = seed | 0;
  return (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
};
