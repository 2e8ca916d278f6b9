/** What moved money, and in which direction. Each `_reversed` and `_failed` undoes one of the kind before it. */
export const movementTypes = [
  'capture',
  'capture_failed',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_reversed',
] as const;

export type MovementType = (typeof movementTypes)[number];

/** Money that moved on a charge, recorded when we learned of it. Never changed. */
export type Movement = {
  /** `mov_` + 26 characters, derived from the charge, its revision and what moved. */
  readonly id: string;
  readonly type: MovementType;
  /** Unix milliseconds. */
  readonly at: number;
  /** Minor units, above 0: `type` gives the direction. */
  readonly amount: number;
  readonly currency: string;
  readonly psp: string;
  readonly charge: string;
  readonly session: string;
  readonly refund: string | null;
  readonly dispute: string | null;
  readonly psp_reference: string | null;
};
