import type { World } from '../world.ts';
import { isCovered } from './captures-of.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import { capturable, isPossible } from './operation-rules.ts';
import { canBeAsked, settleOperation } from './operations.ts';
import type { PspServer } from './psp-server.ts';

/**
 * The PSP has said that it failed, and does it long after. Only where it can be asked: by events alone, that cannot be told from an older success that
 * comes late.
 */
export const mayBeDoneAfterAll = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
): void => {
  const { faults, random, time } = world;
  const { kind, ours, amount, of } = operation;
  const shows = kind === 'refund' ? server.profile.account.capabilities.refund.look_up : canBeAsked(server);
  if (!shows || !faults.hits('done_after_all')) return;
  time.after(random.between(1_200, 10_800) * 1000, () => {
    const isLast = server.ledger.operations.get(`${kind}/${ours}`) === operation;
    const covered = kind !== 'refund' || isCovered(server.profile, payment, of, amount);
    if (!isLast || !covered || !isPossible(server.profile, payment, kind, amount)) return;
    if (kind === 'refund') payment.refunded += amount;
    if (kind === 'capture') operation.amount = Math.min(amount, capturable(payment));
    operation.after_all = true;
    settleOperation(world, server, payment, operation, true);
  });
};
