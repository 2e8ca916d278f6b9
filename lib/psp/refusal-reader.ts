import type { Declined, Unknown } from '../types/psp.ts';
import type { JsonReply } from './exchange-json.ts';

type Answered = Extract<JsonReply, { readonly kind: 'answered' }>;

/** Reads everything that is not a success: silence means the same at every PSP, what was answered is the PSP's own language. */
export const refusalReader =
  (readAnswer: (answer: Answered) => Declined | Unknown) =>
  (reply: JsonReply): Declined | Unknown => {
    switch (reply.kind) {
      case 'not_sent':
        return { outcome: 'not_sent' };
      case 'no_credentials':
        return { outcome: 'psp_unavailable', code: 'credentials_missing' };
      case 'lost':
        return { outcome: 'unknown', doubt: reply.doubt };
      case 'answered':
        return readAnswer(reply);
      default:
        return reply satisfies never;
    }
  };
