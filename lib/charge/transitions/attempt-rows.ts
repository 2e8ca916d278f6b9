import {
  abandon,
  announceFence,
  awaitCustomerAgain,
  decideGone,
  decideTaken,
  keepNote,
  liftFence,
  resumeAttempt,
} from './attempt-cells.ts';
import { ignored, refused } from './cell.ts';
import { alreadyRecorded, type ChargeTable, onceFailed, onceHeld, whileOpen } from './row-parts.ts';

const settled = ignored('the outcome is known');
const decided = refused('charge_not_decidable', 'its outcome is known');

/** What ends or decides an attempt with an unknown outcome, apart from the PSP's facts: its customer, its session, its fence, a person. */
export const attemptRows = {
  customer_returned: {
    pending: ignored('another return, or recovery, came first'),
    requires_action: resumeAttempt,
    ...onceHeld(settled),
    ...onceFailed(settled),
  },
  completion_not_sent: {
    pending: awaitCustomerAgain,
    requires_action: alreadyRecorded,
    ...onceHeld(settled),
    ...onceFailed(settled),
  },
  abandoned: {
    pending: ignored('its outcome decides'),
    requires_action: abandon,
    ...onceHeld(ignored('an attempt that holds money is not abandoned')),
    ...onceFailed(alreadyRecorded),
  },
  fence_sent: { ...whileOpen(announceFence), ...onceHeld(settled), ...onceFailed(settled) },
  fence_failed: { ...whileOpen(liftFence), ...onceHeld(settled), ...onceFailed(settled) },
  noted: { ...whileOpen(keepNote), ...onceHeld(settled), ...onceFailed(settled) },
  decided_taken: {
    ...whileOpen(decideTaken),
    ...onceHeld(decided),
    ...onceFailed(decided),
  },
  decided_gone: {
    ...whileOpen(decideGone),
    ...onceHeld(decided),
    ...onceFailed(decided),
  },
} satisfies Partial<ChargeTable>;
