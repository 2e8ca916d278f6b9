import type { ApprovalSums, BacktestTally, PastSession } from '../../types/backtest.ts';
import { holdsMoney, isDecline } from '../../types/outcome.ts';
import type { AttemptSummary } from '../../types/session.ts';
import { vaultFailureOf } from '../../types/vault-failure.ts';
import { chanceOfFirst } from '../draw.ts';
import type { Beginning, Replayed } from './replay-session.ts';

const most_examples = 10;

export const emptyTally: BacktestTally = {
  sessions: 0,
  shares: [],
  moved: 0,
  examples: [],
  no_psp: 0,
  matched: [],
  approval: { attempts: 0, weight: 0, weight2: 0, approved: 0, approved2: 0, unseen: 0, undrawn: 0 },
};

export const tallySession = (
  tally: BacktestTally,
  past: Pick<PastSession, 'id' | 'attempts'>,
  { before, after }: Replayed,
): BacktestTally => {
  const moves = before.psp !== after.psp;
  const { override } = after;
  return {
    sessions: tally.sessions + 1,
    shares: counted(counted(tally.shares, override, before.psp, 'before'), override, after.psp, 'after'),
    moved: tally.moved + Number(moves),
    examples:
      moves && tally.examples.length < most_examples
        ? [...tally.examples, { session: past.id, from: before.psp, to: after.psp, override }]
        : tally.examples,
    no_psp: tally.no_psp + Number(after.psp === null),
    matched:
      override === null || tally.matched.includes(override) ? tally.matched : [...tally.matched, override],
    approval: addAttempt(tally.approval, past.attempts[0], before, after),
  };
};

const counted = (
  shares: BacktestTally['shares'],
  override: number | null,
  psp: string | null,
  side: 'before' | 'after',
): BacktestTally['shares'] => {
  if (psp === null) return shares;
  const at = shares.findIndex((share) => share.psp === psp && share.override === override);
  const share = shares[at] ?? { psp, override, before: 0, after: 0 };
  return shares.toSpliced(at < 0 ? shares.length : at, 1, { ...share, [side]: share[side] + 1 });
};

/** Adds one first attempt with a known outcome, unless it is a wallet's or its session would find no PSP under the new rule. */
const addAttempt = (
  sums: ApprovalSums,
  attempt: AttemptSummary | undefined,
  before: Beginning,
  after: Beginning,
): ApprovalSums => {
  if (attempt === undefined || attempt.wallet) return sums;
  const approved = isApproved(attempt);
  if (approved === undefined || after.psp === null || after.draw === undefined) return sums;
  const attempts = sums.attempts + 1;
  const { draw } = before;
  const drawn = draw === undefined ? 0 : chanceOfFirst(draw, attempt.psp);
  if (draw === undefined || attempt.psp !== before.psp || drawn === 0)
    return { ...sums, attempts, undrawn: sums.undrawn + 1 };
  const weight = chanceOfFirst(after.draw, attempt.psp) / drawn;
  const unseen = after.draw
    .filter(([psp]) => chanceOfFirst(draw, psp) === 0)
    .reduce((sum, [psp]) => sum + chanceOfFirst(after.draw ?? [], psp), 0);
  return {
    attempts,
    weight: sums.weight + weight,
    weight2: sums.weight2 + weight ** 2,
    approved: sums.approved + (approved ? weight : 0),
    approved2: sums.approved2 + (approved ? weight ** 2 : 0),
    unseen: sums.unseen + unseen,
    undrawn: sums.undrawn,
  };
};

/** Undefined if the outcome is unknown, if the customer or the merchant ended the payment, or if it never reached its PSP because of the vault. */
const isApproved = ({ outcome, code }: AttemptSummary): boolean | undefined => {
  if (holdsMoney(outcome)) return true;
  if (outcome === null || outcome === 'canceled' || vaultFailureOf({ outcome, code })) return undefined;
  return outcome === 'absent' || isDecline(outcome) ? false : undefined;
};
