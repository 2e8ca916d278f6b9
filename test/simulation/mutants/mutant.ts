export type Edit = {
  /** Under `lib/`. */
  readonly file: string;
  /** There exactly once. */
  readonly find: string;
  readonly replace: string;
};

/** A mistake planted in the engine. */
export type Mutant = Edit & {
  readonly name: string;
  /** Further places that have to change with it. */
  readonly also?: readonly Edit[];
};
