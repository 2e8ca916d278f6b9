import { isDefinite } from '../../charge/definite-result.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { receiveAuthentication } from './receive-authentication.ts';
import { capturedBy, isUndecided, liftFence, receiveAuthorization } from './receive-authorization-event.ts';
import { receiveDisputeEvent } from './receive-dispute-event.ts';
import { receiveOperationEvent } from './receive-operation-event.ts';

/** Applies an event that nothing recorded contradicts to its charge. Throws `event_not_verified` if it cannot be applied yet. */
export const applyEvent = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
): Promise<void> => {
  const { claim } = event;
  const { charge } = records;
  switch (claim.about) {
    case 'authorization':
      return receiveAuthorization(ports, psp, records, event, claim.result);
    case 'fence':
      if (claim.result.outcome === 'fencing') return;
      return isDefinite(claim.result)
        ? receiveAuthorization(ports, psp, records, event, claim.result)
        : liftFence(ports, records, event);
    case 'capture': {
      const captured = claim.result.outcome === 'succeeded' && isUndecided(records);
      return captured
        ? receiveAuthorization(ports, psp, records, event, capturedBy(event))
        : receiveOperationEvent(ports, psp, records, event, claim.about, claim.result);
    }
    case 'cancel':
    case 'refund':
      return receiveOperationEvent(ports, psp, records, event, claim.about, claim.result);
    case 'dispute':
      return receiveDisputeEvent(ports, records, event, claim.dispute);
    case 'authentication':
      return receiveAuthentication(ports, psp, charge);
    case 'nothing_of_ours':
      return;
    default:
      return claim satisfies never;
  }
};
