import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import type { Charge, Dispute, Refund } from '../../../lib/types/charge.ts';
import { amount, type Part, start_ms } from './record-parts.ts';
import { product, recordOf, type Share } from './records.ts';

/** The PSP's ids of our refund, and of one made elsewhere. */
export const nameOfOurs = 'r1';
export const nameOfTheirs = 'r9';
export const ourRefund = 're_1';
const theirRefund = keyElsewhere('ext', nameOfTheirs);

const sent = start_ms - 60_000;
const refund = (changes: Pick<Refund, 'id' | 'amount' | 'status'> & Partial<Refund>): Refund => ({
  rev: 1,
  write: 'w',
  metadata: {},
  created: sent / 1000,
  ...changes,
});

/** How far a refund may be. The last ones have failed: as its PSP says, and because a person said so, or elapsed time. */
const states: readonly (Pick<Refund, 'status'> & Partial<Refund>)[] = [
  { status: 'pending', sent, remembered: { key: 'k', hash: 'h', view: 'full' } },
  { status: 'pending', sent, needs_review: true },
  { status: 'pending', sent, accepted: true },
  { status: 'succeeded', accepted: true },
  { status: 'failed', failure_reason: 'processor_error', failed_at: sent },
  { status: 'failed', failed_at: sent },
];

const named: readonly Partial<Refund>[] = [{}, { psp_reference: nameOfOurs }];

const ours: readonly (Refund | undefined)[] = [
  undefined,
  ...states.flatMap((state) =>
    [1, amount].flatMap((of) =>
      named.map((name) => refund({ id: ourRefund, amount: of, ...state, ...name })),
    ),
  ),
];

const theirs: readonly (Refund | undefined)[] = [
  undefined,
  ...(['pending', 'succeeded', 'failed'] as const).map((status) =>
    refund({
      id: theirRefund,
      amount: 1,
      status,
      accepted: true,
      external: true,
      psp_reference: nameOfTheirs,
    }),
  ),
];

const refunds: readonly Part[] = ours.flatMap((one) =>
  theirs.map((other) => ({
    refunds: Object.fromEntries([one, other].flatMap((known) => (known ? [[known.id, known]] : []))),
  })),
);

const decisions: readonly Part[] = [
  {},
  { decisions: [{ operation: ourRefund, outcome: 'failed', note: 'n', by: 'key_1', at: sent / 1000 }] },
];

/** The PSP's time of a dispute whose PSP gives one. */
export const recordedAsOf = sent;

const dispute = (status: Dispute['status'], of: number, time: Pick<Dispute, 'as_of'> = {}): Part => ({
  disputes: {
    [keyElsewhere('dp', 'd1')]: {
      id: keyElsewhere('dp', 'd1'),
      psp_reference: 'd1',
      status,
      stage: 'dispute',
      amount: of,
      created: sent / 1000,
      events: ['evt_0'],
      ...time,
    },
  },
});

const disputes: readonly Part[] = [
  {},
  ...(['open', 'won', 'lost', 'closed'] as const).flatMap((status) => [
    dispute(status, 1),
    dispute(status, amount),
    dispute(status, 1, { as_of: recordedAsOf }),
  ]),
];

const payments: readonly Part[] = [
  { outcome: 'approved', amount_captured: 0 },
  { outcome: 'captured', amount_captured: 1 },
  { outcome: 'captured', amount_captured: amount },
];

/** Money that was taken, what went back of it, and what is disputed. */
export function* refundRecords(share: Share): Generator<Charge> {
  for (const part of product(share, [payments, refunds, decisions, disputes]))
    yield recordOf({ ...part, capture_method: 'manual', psp_reference: 'pi_1' });
}
