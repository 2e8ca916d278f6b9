import { addressOf } from '../../server/src/address-of.ts';
import type { Operations } from '../../server/src/generated/api-types.ts';
import { operations } from '../../server/src/generated/operations.ts';
import { ApiProblem } from './api-problem.ts';
import { askAgain, signedOut } from './sign-in.ts';

export type Operation = keyof Operations;
export type Answer<K extends Operation> = Operations[K]['answer'];
export type Given<K extends Operation> = Omit<Operations[K], 'answer'>;

type Options = { readonly signal?: AbortSignal };

/** Refused before the key is looked up, which says nothing of an earlier try. */
const beforeTheKey: readonly string[] = ['token_missing', 'token_invalid', 'scope_missing'];

/** The idempotency keys of what was sent and has no final answer yet. */
const unanswered = new Map<string, string>();

/**
 * Calls the public API as the person who is signed in. Rejects with an `ApiProblem`. A call that is refused because the token ended is repeated once with a
 * new one. The same change keeps its key until it has a final answer, which a refusal of the sign-in is not, whatever form it comes from and however its amount was typed.
 */
export const call = async <K extends Operation>(
  name: K,
  given: Given<K>,
  options: Options = {},
): Promise<Answer<K>> => {
  const what = JSON.stringify([name, given]);
  const key = unanswered.get(what) ?? crypto.randomUUID();
  if (operations[name].idempotent) unanswered.set(what, key);
  const ask = () => send(name, given, key, options);
  const first = await ask();
  const response = first.status === 401 && (await askAgain()) ? await ask() : first;
  signedOut.value = response.status === 401;
  const body: unknown = await response.json().catch(() => undefined);
  options.signal?.throwIfAborted();
  // Every answer has a body: without it, nobody has read what became of the call.
  const problem = response.ok && body !== undefined ? undefined : ApiProblem.of(response, body);
  const isKnown = problem === undefined || (problem.final && !beforeTheKey.includes(problem.code));
  if (isKnown && unanswered.get(what) === key) unanswered.delete(what);
  if (problem) throw problem;
  return body as Answer<K>;
};

const send = async (name: Operation, given: object, key: string, { signal }: Options): Promise<Response> => {
  const { method, path, idempotent } = operations[name];
  const { body, ...address } = given as { readonly body?: object };
  try {
    return await fetch(addressOf(path, address), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'x-requested-by': 'console',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(idempotent && { 'idempotency-key': key }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiProblem({ code: 'no_answer', status: 0 });
  }
};
