import type { Charge, Refund } from '../../../lib/types/charge.ts';
import { type LedgerOperation, shownAt } from '../psp/ledger.ts';
import { type Facts, mayArrive } from './facts.ts';

/** A refund moves with the PSP's books and not back, but for one that is reported failed late. */
export const checkRefund = (
  facts: Facts,
  charge: Charge,
  before: Refund | undefined,
  after: Refund,
): void => {
  if (before === after || !before) return;
  const name = `refund ${after.id} of charge ${charge.id} (${before.status} → ${after.status})`;
  if (after.write !== before.write && after.rev !== before.rev + 1)
    facts.violate(8, `${name}: revision ${before.rev} → ${after.rev}`);
  if (before.status === after.status || facts.misjudged.has(charge.id)) return;
  const late = before.status === 'succeeded' && after.status === 'failed';
  if (before.status !== 'pending' && !late) facts.violate(8, `${name}: not a move a refund makes`);
  if (late) facts.alarms.add(`refund_failed_late/${after.id}`);
  if (after.external) return;
  if (after.status === 'succeeded' && !facts.succeeded.has(`refund/${after.id}`))
    facts.violate(2, `${name}: the PSP gave nothing back`);
  if (after.status === 'failed') {
    const operation = facts.ledgers.get(charge.psp)?.operations.get(`refund/${after.id}`);
    if (operation && operation.status !== 'failed' && !isStillShownFailed(facts, operation))
      facts.violate(9, `${name}: the PSP has it as ${operation.status}`);
    if (!operation && mayArrive(facts, `refund/${after.id}`))
      facts.violate(9, `${name}: it is still on its way to the PSP`);
  }
};

/** The PSP had said that it failed, has done it since, and does not show that yet. */
const isStillShownFailed = ({ now }: Facts, { after_all, shown }: LedgerOperation): boolean =>
  after_all === true && shownAt(shown, now()) === 'failed';
