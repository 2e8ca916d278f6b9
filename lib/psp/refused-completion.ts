import type { AuthorizationAnswer } from '../types/psp.ts';
import type { JsonReply } from './exchange-json.ts';

/**
 * The answer of a completing call that was no success: a definite no with a code of the PSP's own refuses the completion. Our key (401) and our rate
 * (429) say nothing about the payment, and neither does a page from something in between, which has no code.
 */
export const refusedCompletion = (reply: JsonReply, answer: AuthorizationAnswer): AuthorizationAnswer =>
  reply.kind === 'answered' &&
  reply.status !== 401 &&
  reply.status !== 429 &&
  'code' in answer &&
  answer.code !== undefined
    ? { ...answer, refuses_completion: true }
    : answer;
