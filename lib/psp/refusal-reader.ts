import type { Declined, Unknown } from '../types/psp.ts';
import type { JsonReply } from './exchange-json.ts';
import { silence } from './silence.ts';

type Answered = Extract<JsonReply, { readonly kind: 'answered' }>;

/** Reads everything that is not a success; `readAnswer` reads the PSP's own answers. */
export const refusalReader =
  (readAnswer: (answer: Answered) => Declined | Unknown) =>
  (reply: JsonReply): Declined | Unknown =>
    reply.kind === 'answered' ? readAnswer(reply) : silence(reply);
