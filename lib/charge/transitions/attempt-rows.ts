import {
  abandon,
  announceCancel,
  awaitCustomerAgain,
  decideGone,
  decideTaken,
  keepNote,
  liftCancel,
  resumeAttempt,
} from './attempt-cells.ts';
import { ignore, refuse } from './cell.ts';
import {
  alreadyRecorded,
  type ChargeTable,
  onceEnded,
  onceFailed,
  onceHeld,
  whileOpen,
} from './row-parts.ts';

const settled = ignore('the outcome is known');
const decided = refuse('charge_not_decidable', 'its outcome is known');

/**
 * What ends or decides an attempt with an unknown outcome, apart from the PSP's facts: its customer, its session, its cancel by reference, a person.
 */
export const attemptRows = {
  customer_returned: {
    pending: ignore('another return, or recovery, came first'),
    requires_action: resumeAttempt,
    ...onceEnded(settled),
  },
  completion_not_sent: {
    pending: awaitCustomerAgain,
    requires_action: alreadyRecorded,
    ...onceEnded(settled),
  },
  abandoned: {
    pending: ignore('its outcome decides'),
    requires_action: abandon,
    ...onceHeld(ignore('an attempt that holds money is not abandoned')),
    ...onceFailed(alreadyRecorded),
  },
  fence_sent: { ...whileOpen(announceCancel), ...onceEnded(settled) },
  fence_failed: { ...whileOpen(liftCancel), ...onceEnded(settled) },
  noted: { ...whileOpen(keepNote), ...onceEnded(settled) },
  decided_taken: {
    ...whileOpen(decideTaken),
    ...onceEnded(decided),
  },
  decided_gone: {
    ...whileOpen(decideGone),
    ...onceEnded(decided),
  },
} satisfies Partial<ChargeTable>;
