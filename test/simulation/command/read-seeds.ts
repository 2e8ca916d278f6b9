export type SeedRange = { readonly from: number; readonly to: number };

/** The seeds of `1..100` or `17`; undefined if it is neither. */
export const readSeeds = (given: string): SeedRange | undefined => {
  const [, first, last = first] = /^([1-9]\d*)(?:\.\.([1-9]\d*))?$/.exec(given) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { from, to } : undefined;
};

/** The part of `1/4`; undefined if there is no such part. */
export const readPart = (given: string): { readonly part: number; readonly of: number } | undefined => {
  const [, nth, all] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(given) ?? [];
  const [part, of] = [Number(nth), Number(all)];
  return part <= of ? { part, of } : undefined;
};
