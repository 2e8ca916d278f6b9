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
  /** The seed to begin at, 1 if not said: a little before the one that shows a mistake which few worlds show. */
  readonly from?: number;
  /** Further places that have to change with it. */
  readonly also?: readonly Edit[];
};
