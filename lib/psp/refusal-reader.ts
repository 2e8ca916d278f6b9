import { defined } from '../types/defined.ts';
import type { Declined, OperationResult, Unknown, UnknownReason } from '../types/psp.ts';
import type { JsonReply } from './exchange-json.ts';

type Answered = Extract<JsonReply, { readonly kind: 'answered' }>;

/** Reads everything that is not a success; `readResponse` reads the responses that come from the PSP. */
export const refusalReader =
  (readResponse: (response: Answered) => Declined | Unknown) =>
  (reply: JsonReply): Declined | Unknown =>
    reply.kind === 'answered' ? toCustomerError(readResponse(reply)) : readNoResponse(reply);

/** A failed look-up, or a call that may repeat an earlier one: any definite refusal becomes an unknown outcome. */
export const toUnknown = (refusal: Declined | Unknown): Unknown => {
  if ('doubt' in refusal) return refusal;
  return {
    outcome: 'unknown',
    doubt: refusal.outcome === 'not_sent' ? 'connection_lost' : 'ambiguous_error',
  };
};

/** A call that is invalid because of what the customer entered is not our error. */
export const toCustomerError = (result: Declined | Unknown): Declined | Unknown =>
  result.outcome === 'invalid_request' && result.refuses_details
    ? { ...result, outcome: 'incorrect_card_data' }
    : result;

type NoResponse =
  | { readonly kind: 'not_sent' | 'no_credentials' }
  | { readonly kind: 'lost'; readonly doubt: UnknownReason };

/** The meaning of a call without a response, the same for every PSP. */
export const readNoResponse = (reply: NoResponse): Declined | Unknown => {
  switch (reply.kind) {
    case 'not_sent':
      return { outcome: 'not_sent' };
    case 'no_credentials':
      return { outcome: 'psp_unavailable', code: 'credentials_missing' };
    case 'lost':
      return { outcome: 'unknown', doubt: reply.doubt };
    default:
      return reply satisfies never;
  }
};

/** What a refusal or a missing response means for a capture, cancel or refund: a definite decline is a failure, anything else is unknown. */
export const toOperationResult = (refusal: Declined | Unknown): OperationResult =>
  'doubt' in refusal
    ? { outcome: 'unknown', doubt: refusal.doubt }
    : {
        outcome: 'failed',
        reason: refusal.outcome,
        ...defined({ code: refusal.code }),
      };
