/** The given entries without those that are undefined: `{ ...defined({ code, advice }) }`. */
export const defined = <T extends object>(entries: T): Defined<T> => {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) kept[key] = value;
  return kept as Defined<T>;
};

export type Defined<T extends object> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };
