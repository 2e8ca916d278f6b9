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
import { alreadyRecorded, attempt, type ChargeTable, givenUp, taken } from './row-parts.ts';

const settled = ignored('the outcome is known');
const decided = refused('charge_not_decidable', 'its outcome is known');

/** What ends or decides an attempt with an unknown outcome, apart from the PSP's facts: its customer, its session, its fence, a person. */
export const attemptRows = {
  customer_returned: {
    pending: ignored('another return, or recovery, came first'),
    requires_action: resumeAttempt,
    ...taken(settled),
    ...givenUp(settled),
  },
  completion_not_sent: {
    pending: awaitCustomerAgain,
    requires_action: alreadyRecorded,
    ...taken(settled),
    ...givenUp(settled),
  },
  abandoned: {
    pending: ignored('its outcome decides'),
    requires_action: abandon,
    ...taken(ignored('an attempt that holds money is not abandoned')),
    ...givenUp(alreadyRecorded),
  },
  fence_sent: { ...attempt(announceFence), ...taken(settled), ...givenUp(settled) },
  fence_failed: { ...attempt(liftFence), ...taken(settled), ...givenUp(settled) },
  noted: { ...attempt(keepNote), ...taken(settled), ...givenUp(settled) },
  decided_taken: {
    ...attempt(decideTaken),
    ...taken(decided),
    ...givenUp(decided),
  },
  decided_gone: {
    ...attempt(decideGone),
    ...taken(decided),
    ...givenUp(decided),
  },
} satisfies Partial<ChargeTable>;
