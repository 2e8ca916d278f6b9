import type { Charge, Dispute, Reversal } from '../../../lib/types/charge.ts';
import { amount, holds, keyOfTheirs, type Part, start_ms, theirs } from './record-parts.ts';
import { product, recordOf, type Share } from './records.ts';

const returnId = 'rv_00000000000000000000000001';
/** The PSP's id of the refund by which our return went, if it gave one. */
export const returned = 'p_rv';

const ways: readonly Reversal['by'][] = ['cancel', 'refund'];
const statuses: readonly Reversal['status'][] = ['open', 'sent', 'accepted', 'done'];
const gone: readonly Reversal['parts'][] = [
  undefined,
  { [returned]: 1 },
  { [returned]: 2 },
  { [theirs]: 1 },
  { [theirs]: 0 },
  { [returnId]: 1 },
  { [theirs]: 1, [returned]: 1 },
];

const withSome = <Value>(field: keyof Reversal, value: Value | undefined): Partial<Reversal> =>
  value === undefined ? {} : { [field]: value };

/** Every return that may be recorded: how, how far it is, how much, of how much, and what is back. */
const returns: readonly Part[] = ways.flatMap((by) =>
  statuses.flatMap((status) =>
    [1, amount].flatMap((of) =>
      [0, 1, amount].flatMap((captured) =>
        gone.flatMap((parts) =>
          [undefined, -1, 1].map(
            (less): Part => ({
              reversal: {
                id: returnId,
                by,
                amount: of,
                status,
                started: start_ms - 60_000,
                captured,
                ...withSome('parts', parts),
                ...withSome('less', less),
              },
            }),
          ),
        ),
      ),
    ),
  ),
);

const dispute = (status: Dispute['status']): Part => ({
  disputes: {
    dp_1: { id: 'dp_1', psp_reference: 'd1', status, stage: 'dispute', amount: 1, created: start_ms / 1000 },
  },
});

const disputes: readonly Part[] = [{}, dispute('open'), dispute('lost')];
const outcomes: readonly Part[] = [{ outcome: null }, { outcome: 'canceled' }];
const reported: readonly Part[] = [{}, { captures: { [keyOfTheirs]: 1 } }];

/** Money that came too late and goes back, or has gone back. */
export function* returnRecords(share: Share): Generator<Charge> {
  for (const part of product(share, [returns, outcomes, holds.slice(0, 2), disputes, reported]))
    yield recordOf({ ...part, capture_method: 'manual', psp_reference: 'pi_1' });
}
