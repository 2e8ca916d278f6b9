import { ApiError } from '../types/api-error.ts';
import type { Answer, Charge, Refund, Remembered, Session, View } from '../types/records.ts';

/** What a use-case ends in. A refusal is an `ApiError`. */
export type Result =
  | { readonly session: Session }
  | { readonly charge: Charge }
  | { readonly refund: Refund; readonly charge: Charge }
  | { readonly error: ApiError; readonly session?: Session };

/** The caller's idempotency key (an HMAC of it), and the HMAC of what was asked under it, CVC left out. */
export type Idempotency = { readonly key: string; readonly hash: string; readonly view: View };

/** Thrown where the bytes stored under a key are the answer; `first` where this very call stored them. */
export class Replay extends Error {
  readonly answer: Answer;
  readonly first: boolean;

  constructor(answer: Answer, { first }: { readonly first: boolean }) {
    super('remembered answer');
    this.answer = answer;
    this.first = first;
  }
}

/**
 * Ends the call where the key was seen before: throws `Replay` with the first answer, `idempotency_key_reused` for another request,
 * `idempotency_key_in_use` while the first call has no answer yet.
 */
export const replayIfSeen = (remembered: readonly Remembered[], asked: Idempotency | undefined): void => {
  const first = asked && remembered.find(({ key }) => key === asked.key);
  if (!first || !asked) return;
  if (first.hash !== asked.hash)
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with another request. Use a new key for a new request.',
    );
  if (!first.answer) throw keyInUse();
  throw new Replay(first.answer, { first: false });
};

export const keyInUse = (): ApiError =>
  new ApiError(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Ask again with the same key.',
    {
      retry_after: 1,
    },
  );
