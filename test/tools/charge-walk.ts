import { keyElsewhere } from '../../lib/charge/key-elsewhere.ts';
import { makeTransition } from '../../lib/charge/transitions/charge-table.ts';
import { type Transition, type Transitions, transitionOf } from '../../lib/charge/transitions/transitions.ts';
import { ApiError } from '../../lib/types/api-error.ts';
import type { Charge, ChargeOperation, Reversal } from '../../lib/types/charge.ts';
import { type ChargeState, stateOf } from '../../lib/types/charge-state.ts';
import { openThings } from '../../lib/types/open-things.ts';
import type { LookUpResult } from '../../lib/types/psp.ts';
import { sampleCharge } from '../contract/sample-records.ts';

/** One move of a charge from state to state. `presumed`: it only undoes what a person had supposed. */
export type Move = {
  readonly from: ChargeState;
  readonly to: ChargeState;
  readonly transition: Transition;
  readonly presumed: boolean;
};

/** What a walk over the state table came across. `impossible`: one line for each cell so called that was met. */
export type Walk = {
  readonly charges: number;
  readonly moves: readonly Move[];
  readonly impossible: readonly string[];
};

const [part, whole] = [400, 1000];
const found = { psp_reference: 'psp-1' } as const;

let walked: Walk | undefined;

/**
 * Lets everything happen, in every order, to a new charge of ten with parts of four, and tells which moves there are. Answers about the payment are told
 * apart as the engine does it, so whatever a PSP may say is among them.
 */
export const walkCharge = (): Walk => (walked ??= walk());

/** Refusals are thrown by the hundred thousand, and nobody reads where from. */
const walk = (): Walk => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return walkEverywhere();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

const walkEverywhere = (): Walk => {
  const seen = new Map<string, Charge>();
  const moves = new Map<string, Move>();
  const impossible = new Set<string>();
  const queue = (['automatic', 'manual'] as const).map(newCharge);
  for (const charge of queue) {
    for (const [transition, what] of transitionsOf(charge))
      for (const moment of moments) {
        const happened = attempt(charge, transition, what, moment);
        if (!happened) continue;
        if ('impossible' in happened) {
          impossible.add(happened.impossible);
          continue;
        }
        const next = happened.charge;
        const move = {
          from: stateOf(charge),
          to: stateOf(next),
          transition,
          presumed: charge.presumed === true && !next.presumed,
        };
        const key = `${move.from} ${move.to} ${transition}`;
        if (move.from !== move.to && (moves.get(key)?.presumed ?? true)) moves.set(key, move);
        for (const reached of [next, ...supposed(transition, next)]) {
          const known = stateKey(reached);
          if (seen.has(known)) continue;
          seen.set(known, reached);
          queue.push(reached);
        }
      }
  }
  return { charges: seen.size, moves: [...moves.values()], impossible: [...impossible] };
};

/** What a person says of a capture or cancel leads to the same, and is only supposed. */
const supposed = (transition: Transition, next: Charge): readonly Charge[] =>
  transition === 'capture_succeeded' || transition === 'cancel_succeeded'
    ? [{ ...next, presumed: true }]
    : [];

const moments = [false, true].flatMap((nothing_may_be_sent) =>
  [false, true].map((given_up) => ({ now: 1, nothing_may_be_sent, given_up })),
);

const newCharge = (capture_method: Charge['capture_method']): Charge => {
  const { psp_reference, ...charge } = sampleCharge('ch_00000000000000000000000001', {
    capture_method,
    amount: whole,
    status: 'pending',
    outcome: null,
    amount_captured: 0,
    amount_refundable: 0,
    amount_refundable_disputed: 0,
  });
  return charge;
};

const attempt = (
  charge: Charge,
  transition: Transition,
  what: Transitions[Transition],
  moment: (typeof moments)[number],
) => {
  try {
    const happened = makeTransition(charge, transition, what, moment);
    return 'impossible' in happened || happened.changed ? happened : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
};

const answers: readonly LookUpResult[] = [
  { outcome: 'approved', ...found },
  { outcome: 'captured', ...found, amount_captured: part },
  { outcome: 'captured', ...found, amount_captured: whole },
  { outcome: 'requires_action', ...found, redirect_url: 'https://psp.example/1' },
  { outcome: 'do_not_honor' },
  { outcome: 'canceled', hold: 'voided' },
  { outcome: 'canceled', hold: 'expired' },
  { outcome: 'unknown', doubt: 'timeout' },
  { outcome: 'absent' },
];

const transitionsOf = (charge: Charge): readonly (readonly [Transition, Transitions[Transition]])[] => [
  ...answers.map((result) => {
    const { transition, ...what } = transitionOf(charge, result);
    return [transition, what as Transitions[Transition]] as const;
  }),
  ...Object.entries(others(charge)).flatMap(([transition, whats]) =>
    (whats as readonly Transitions[Transition][]).map((what) => [transition as Transition, what] as const),
  ),
];

type Others = {
  readonly [T in Exclude<
    Transition,
    ReturnType<typeof transitionOf>['transition']
  >]: readonly Transitions[T][];
};

const others = (charge: Charge): Others => ({
  capture_elsewhere: [{ key: 'ext_1', amount: part }],
  capture_taken_back: [{}, { key: 'ext_1' }, { left: 0 }, { left: part }],
  capture_failure_told: [{ key: keyElsewhere('ext', 'capture-1') }],
  customer_returned: [{ now: 1 }],
  completion_not_sent: [{}],
  abandoned: [{}],
  fence_sent: [{}],
  fence_failed: [{}],
  noted: [{ result: { outcome: 'absent' } }],
  capture_asked: [part, whole].map((amount) => ({ operation: operation('cp_1', amount) })),
  cancel_asked: [{ operation: operation('cn_1', whole) }],
  operation_sent: [{ now: 1 }],
  capture_accepted: [{}],
  capture_succeeded: [{ amount: part }, { amount: whole }, { amount: whole, psp_reference: 'capture-1' }],
  capture_failed: [{}],
  cancel_accepted: [{}],
  cancel_succeeded: [{}],
  cancel_failed: [{}],
  operation_unknown: [{}],
  reversal_sent: [{ now: 1 }],
  reversal_accepted: [{}],
  reversal_succeeded: [{}],
  reversal_incomplete: [{ next: reversal }],
  reversal_part: [part, whole].map((amount) => ({ parts: { refund_1: amount } })),
  reversal_failed: [{ next: reversal }],
  reversal_taken_back: [{ next: reversal }],
  schedule_used_up: [{ ids: openThings(charge).map(({ id }) => id) }],
  decided_taken: [0, part, whole].map((amount_captured) => ({ amount_captured, ...found })),
  decided_gone: [{ outcome: 'absent' }, { outcome: 'canceled' }],
  refund_asked: [{}],
  refund_elsewhere: [{}],
  dispute_opened: [{}],
  dispute_won: [{}],
  dispute_lost: [{}],
  function_killed: [{}],
  order_paid_elsewhere: [{}],
});

const operation = (id: string, amount: number): ChargeOperation => ({
  id,
  amount,
  status: 'open',
  started: 1,
  sent: 1,
});

const reversal: Reversal = { id: 'rv_2', by: 'refund', amount: part, status: 'open', started: 1 };

/** Only what a state follows from, so that the walk comes to an end. */
const stateKey = ({ capture, cancel, reversal, ...charge }: Charge): string =>
  JSON.stringify([
    charge.capture_method,
    charge.outcome,
    charge.amount_captured,
    charge.hold,
    charge.presumed,
    charge.captures,
    capture?.amount,
    capture?.status,
    cancel?.status,
    reversal?.by,
    reversal?.status,
  ]);
