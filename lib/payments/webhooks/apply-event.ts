import { isDefinite } from '../../charge/definite-result.ts';
import { heldOrTookMoney, isAttemptOpen } from '../../types/charge-state.ts';
import type { EventContext } from './event-context.ts';
import { mustWait } from './must-wait.ts';
import { receiveAuthentication } from './receive-authentication.ts';
import { captureResultOf, receiveAuthorization, receiveFailedCancel } from './receive-authorization-event.ts';
import { receiveDisputeEvent } from './receive-dispute-event.ts';
import { receiveOperationEvent } from './receive-operation-event.ts';
import { followsFailure } from './reported-capture.ts';

/** Applies an event that nothing recorded contradicts to its charge. Throws `mustWait` if it cannot be applied yet. */
export const applyEvent = async (context: EventContext): Promise<void> => {
  const { records, event } = context;
  const { claim } = event;
  switch (claim.about) {
    case 'authorization':
      return receiveAuthorization(context, claim.result);
    case 'fence':
      if (claim.result.outcome === 'fencing') return;
      return isDefinite(claim.result)
        ? receiveAuthorization(context, claim.result)
        : receiveFailedCancel(context);
    case 'capture': {
      if (isAttemptOpen(records.charge) && followsFailure(context)) throw mustWait(context.psp);
      // If no money counts yet, a report that it was captured also says that it was authorised.
      const captured = claim.result.outcome === 'succeeded' && !heldOrTookMoney(records.charge);
      return captured
        ? receiveAuthorization(context, captureResultOf(event))
        : receiveOperationEvent(context, claim.about, claim.result);
    }
    case 'cancel':
    case 'refund':
      return receiveOperationEvent(context, claim.about, claim.result);
    case 'dispute':
      return receiveDisputeEvent(context, claim.dispute);
    case 'authentication':
      return receiveAuthentication(context);
    case 'nothing_of_ours':
      return;
    default:
      return claim satisfies never;
  }
};
