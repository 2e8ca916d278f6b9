import * as z from 'zod/mini';
import type { HttpResponse } from '../types/transport.ts';
import type { Forwarded } from './forward.ts';

type Answered = Extract<HttpResponse, { kind: 'answered' }>;

/** Lambda's own refusals, before any code runs: no permission, no such function, too many at once. */
const neverInvoked: readonly number[] = [403, 404, 429];

/** The result of an invocation for the PSP's request. The request may have been sent, unless Lambda rules that out. */
export const readInvocation = (response: HttpResponse): Forwarded => {
  if (response.kind === 'not_sent') return { kind: 'not_sent', cause: 'vault_unavailable' };
  if (response.kind === 'lost') return response;
  if (neverInvoked.includes(response.status)) return { kind: 'not_sent', cause: 'vault_unavailable' };
  if (!succeeded(response)) return { kind: 'lost', doubt: 'connection_lost', cause: 'vault_function' };
  const payload = payloadOf(response);
  const answered = answeredByPsp.safeParse(payload);
  if (answered.success) return answered.data;
  const unanswered = notAnswered.safeParse(payload);
  if (!unanswered.success) return { kind: 'lost', doubt: 'unreadable_answer', cause: 'vault_answer' };
  return unanswered.data.kind === 'refused' ? { kind: 'not_sent', cause: 'vault_refused' } : unanswered.data;
};

const succeeded = ({ status, headers }: Answered): boolean =>
  status === 200 && headers['x-amz-function-error'] === undefined;

/** The function's return value; undefined if there is none, or if it is not readable. */
export const payloadOf = (response: HttpResponse): unknown => {
  if (response.kind !== 'answered' || !succeeded(response)) return undefined;
  try {
    return JSON.parse(response.body);
  } catch {
    return undefined;
  }
};

const answeredByPsp = z.lazy(() => {
  const text = z.string();
  return z.object({
    kind: z.literal('answered'),
    status: z.int(),
    headers: z.record(text, text),
    body: text,
  });
});

/** Separate from the schema above, which fits most invocations: building a schema takes time. */
const notAnswered = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('not_sent'), cause: z.string() }),
    z.object({
      kind: z.literal('lost'),
      doubt: z.enum(['timeout', 'connection_lost', 'unreadable_answer']),
      cause: z.string(),
    }),
    z.object({ kind: z.literal('refused'), cause: z.string() }),
  ]),
);
