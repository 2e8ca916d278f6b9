import type { FaultKind } from '../faults.ts';

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
  /** The kinds of fault it takes to show, if few worlds have them all: they are frequent in each world that looks for it. */
  readonly often?: readonly FaultKind[];
  /** Kinds that its worlds do without: what they change would hide the few worlds that show it. */
  readonly without?: readonly FaultKind[];
  /** Further places that have to change with it. */
  readonly also?: readonly Edit[];
};
