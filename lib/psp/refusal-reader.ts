import type { Declined, Unknown } from '../types/psp.ts';
import type { JsonReply } from './exchange-json.ts';
import { silence } from './silence.ts';

type Answered = Extract<JsonReply, { readonly kind: 'answered' }>;

/** Reads everything that is not a success, where what was answered is the PSP's own language. */
export const refusalReader =
  (readAnswer: (answer: Answered) => Declined | Unknown) =>
  (reply: JsonReply): Declined | Unknown =>
    reply.kind === 'answered' ? readAnswer(reply) : silence(reply);
