import type { Declined, Unknown, UnknownReason } from '../types/psp.ts';
import type { JsonReply } from './exchange-json.ts';

type Answered = Extract<JsonReply, { readonly kind: 'answered' }>;

/** Reads everything that is not a success; `readAnswer` reads the PSP's own answers. */
export const refusalReader =
  (readAnswer: (answer: Answered) => Declined | Unknown) =>
  (reply: JsonReply): Declined | Unknown =>
    reply.kind === 'answered' ? customersToCorrect(readAnswer(reply)) : silence(reply);

/** A call that is malformed by what the customer has entered is no fault of ours. */
export const customersToCorrect = (answer: Declined | Unknown): Declined | Unknown =>
  answer.outcome === 'invalid_request' && answer.refuses_details
    ? { ...answer, outcome: 'incorrect_card_data' }
    : answer;

export type Silent =
  | { readonly kind: 'not_sent' | 'no_credentials' }
  | { readonly kind: 'lost'; readonly doubt: UnknownReason };

/** The meaning of an unanswered call, the same at every PSP. */
export const silence = (reply: Silent): Declined | Unknown => {
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
