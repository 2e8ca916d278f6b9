/**
 * What moved money, and which way. `reversal`: money that arrived after its attempt was given up went back. Each `_failed` takes back one of the kind
 * before it.
 */
export const movementTypes = [
  'capture',
  'capture_failed',
  'refund',
  'refund_failed',
  'reversal',
  'reversal_failed',
  'dispute',
  'dispute_won',
  'dispute_lost',
] as const;

export type MovementType = (typeof movementTypes)[number];

/** Money that moved on a charge, when that became known. Never changed. */
export type Movement = {
  /** `mov_` + 26 characters, derived from the charge, its revision and what moved. */
  readonly id: string;
  readonly type: MovementType;
  /** Unix milliseconds. */
  readonly at: number;
  /** Minor units, above 0: `type` says which way. */
  readonly amount: number;
  readonly currency: string;
  readonly psp: string;
  readonly charge: string;
  readonly session: string;
  /** The id of the refund or the dispute; of a capture and a reversal, the charge's. */
  readonly object: string;
  readonly psp_reference: string | null;
};
