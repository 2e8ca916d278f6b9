import type { DisputeFact } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import { unixSeconds } from '../unix-seconds.ts';

/** The dispute that an event of this type is about, or undefined if it is not about one. */
export const readDispute = (type: string, data: unknown): DisputeFact | undefined => {
  const told = Object.hasOwn(types, type) ? types[type] : undefined;
  const psp_reference = textAt(data, 'id');
  if (told === undefined || psp_reference === undefined) return undefined;
  const reason = textAt(data, 'reason_code');
  const respond_by = unixSeconds(textAt(data, 'evidence_required_by'));
  return {
    ...told,
    psp_reference,
    // The networks' codes have dots in them: 10.4.
    ...(reason !== undefined && /^[\w.]{1,64}$/.test(reason) ? { reason } : {}),
    ...(respond_by === undefined ? {} : { respond_by }),
  };
};

type Told = Pick<DisputeFact, 'status' | 'stage'>;

const at = (stage: DisputeFact['stage'], status: DisputeFact['status']): Told => ({ stage, status });

/** `resolved`: the customer had already been refunded; `canceled`: the bank withdrew it; `expired`, `accepted`: nobody defended it. */
const types: Readonly<Record<string, Told>> = {
  request_for_information_received: at('inquiry', 'open'),
  dispute_received: at('dispute', 'open'),
  dispute_evidence_required: at('dispute', 'open'),
  dispute_evidence_submitted: at('dispute', 'open'),
  dispute_evidence_acknowledged_by_scheme: at('dispute', 'open'),
  dispute_resolved: at('dispute', 'won'),
  dispute_canceled: at('dispute', 'won'),
  dispute_won: at('dispute', 'won'),
  dispute_accepted: at('dispute', 'lost'),
  dispute_expired: at('dispute', 'lost'),
  dispute_lost: at('dispute', 'lost'),
  dispute_arbitration_evidence_submitted: at('arbitration', 'open'),
  dispute_arbitration_sent_to_scheme: at('arbitration', 'open'),
  dispute_arbitration_won: at('arbitration', 'won'),
  dispute_arbitration_lost: at('arbitration', 'lost'),
};
