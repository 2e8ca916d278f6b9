import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import type { LookUpResult } from '../../../lib/types/psp.ts';

/** A part of a record: the fields that the engine's decisions read together. */
export type Part = Partial<Charge>;

export const start_ms = 1_800_000_000_000;
export const amount = 2;
export const ours = 'p1';
export const theirs = 'x';
const keyOfOurs = keyElsewhere('ext', ours);
export const keyOfTheirs = keyElsewhere('ext', theirs);
const keyOfOthers = keyElsewhere('ext', 'y');
const judged = {
  outcome: 'absent',
  note: 'n',
  by: 'key_1',
  at: start_ms / 1000,
} as const;

/** Nothing, or each of these. */
const perhaps = (parts: readonly Part[]): readonly Part[] => [{}, ...parts];

const sent = start_ms - 60_000;
const operation = (
  changes: Pick<ChargeOperation, 'id' | 'amount' | 'status'> & Partial<ChargeOperation>,
) => ({
  started: sent,
  sent,
  ...changes,
});

const ended = ['done', 'failed'] as const;
const under_way = ['open', 'accepted'] as const;

const captureOf = (status: ChargeOperation['status'], of: number): readonly Part[] =>
  [{}, { psp_reference: ours }].map((named) => ({
    capture: operation({ id: 'cp_1', amount: of, status, ...named }),
  }));

const captures = (statuses: readonly ChargeOperation['status'][]): readonly Part[] =>
  statuses.flatMap((status) => [1, amount].flatMap((of) => captureOf(status, of)));

const cancels = (statuses: readonly ChargeOperation['status'][]): readonly Part[] =>
  statuses.map((status) => ({ cancel: operation({ id: 'cn_1', amount, status }) }));

const inReview = (parts: readonly Part[]): readonly Part[] =>
  parts.map(({ capture, cancel }) => ({
    ...(capture && { capture: { ...capture, needs_review: true } }),
    ...(cancel && { cancel: { ...cancel, needs_review: true } }),
  }));

const allCaptures = [...captures([...ended, ...under_way]), ...inReview(captures(under_way))];
const allCancels = [...cancels([...ended, ...under_way]), ...inReview(cancels(under_way))];

const together = (some: readonly Part[], others: readonly Part[]): readonly Part[] =>
  perhaps(some).flatMap((one) => perhaps(others).map((other) => ({ ...one, ...other })));

/** The last capture and the last cancel. */
export const operations: readonly Part[] = together(allCaptures, allCancels);

/** The same, without the fields that only say who waits for whom. */
export const plainOperations: readonly Part[] = together(
  captures([...ended, ...under_way]),
  cancels([...ended, ...under_way]),
);

/** The same, few of each. */
export const fewOperations: readonly Part[] = together(captureOf('open', 1).slice(0, 1), cancels(['open']));

export const methods: readonly Part[] = [{ capture_method: 'manual' }, { capture_method: 'automatic' }];

export const totals: readonly Part[] = [0, 1, 2].map((amount_captured) => ({ amount_captured }));

export const holds: readonly Part[] = [{}, { hold: 'voided' }, { hold: 'expired' }];

/** Captures that are not ours, as events reported them, or whose failure was reported first. */
export const elsewhere: readonly Part[] = [
  {},
  ...[
    { [keyOfTheirs]: 0 },
    { [keyOfTheirs]: 1 },
    { [keyOfTheirs]: 2 },
    { [keyOfOurs]: 0 },
    { [keyOfTheirs]: 1, [keyOfOurs]: 0 },
    { [keyOfTheirs]: 1, [keyOfOthers]: 1 },
  ].map((captures) => ({ captures })),
];

/** Partial captures that a PSP reported one by one. */
export const reportedOurs: Part = { captures_told: { [ours]: 1 } };
export const reportedCaptures: readonly Part[] = [
  {},
  reportedOurs,
  ...[{ [theirs]: 1 }, { [ours]: 1, [theirs]: 1 }].map((captures_told) => ({ captures_told })),
];

export const failedBefore: readonly Part[] = [{}, { captures_failed: 1 }];

/** A person has said what became of it, of the attempt itself or of an operation. */
export const presumptions: readonly Part[] = [
  {},
  { presumed: true },
  { presumed: true, decisions: [{ operation: 'ch_00000000000000000000000001', ...judged }] },
];

/** Money that went back, or may. */
export const someRefund: readonly Part[] = [
  {},
  {
    refunds: {
      re_1: {
        id: 're_1',
        rev: 1,
        write: 'w',
        amount: 1,
        status: 'succeeded',
        accepted: true,
        metadata: {},
        created: sent / 1000,
      },
    },
  },
];

export const openOutcomes: readonly Part[] = [
  { outcome: null },
  { outcome: 'unknown' },
  { outcome: 'unknown', completing: sent, redirected: true },
  { outcome: 'requires_action', redirected: true, psp_reference: 'pi_1' },
];

export const failedOutcomes: readonly Part[] = [
  { outcome: 'do_not_honor' },
  { outcome: 'canceled' },
  { outcome: 'absent' },
];

const observed = (observed: LookUpResult): Part => ({ recovery: { action: 'noted', observed } });

/** What is known of an attempt and cannot be applied yet, and how far its cancel by reference is. */
export const observations: readonly Part[] = [
  {},
  { recovery: { action: 'look' } },
  { recovery: { action: 'fence', fence: 'sent' } },
  { recovery: { action: 'fence', fence: 'failed' } },
  observed({ outcome: 'approved', psp_reference: 'pi_1' }),
  observed({ outcome: 'captured', psp_reference: 'pi_1', amount_captured: 1 }),
  observed({ outcome: 'canceled', hold: 'voided' }),
  observed({ outcome: 'do_not_honor' }),
  observed({ outcome: 'unknown', doubt: 'amount_mismatch' }),
];

export const reviews: readonly Part[] = [{}, { needs_review: true }];

/** The charge's own payment, or another under its reference. */
export const others: readonly Part[] = [
  {},
  { other_payment_of: 'ch_00000000000000000000000009', psp_reference: 'pi_9' },
];
