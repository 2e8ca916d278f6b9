import type { Capabilities } from '../../../lib/types/capabilities.ts';

/** How a request fares at the PSP once it has arrived. */
export type Fate = 'normal' | 'error_before' | 'error_after' | 'unreadable';

type Kept = {
  readonly answer: unknown;
  readonly since: number;
  readonly success: boolean;
  readonly in_flight?: true;
};

export type KeyedRequest<Answer> = {
  readonly key: string;
  readonly fate: Fate;
  readonly execute: () => Answer;
  /** What a PSP answers that tells the payment as it is now; undefined where there is nothing to tell of. */
  readonly current: () => Answer | undefined;
  readonly isSuccess: (answer: Answer) => boolean;
  readonly error: Answer;
  readonly unreadable: Answer;
  readonly in_flight: Answer;
  /** This request is the one that began earlier and is executed only now. */
  readonly began: boolean;
};

export type KeyedAnswers = {
  /** How long a key is kept, in milliseconds; undefined where none is. */
  readonly key_ms: number | undefined;
  readonly begin: (key: string) => void;
  readonly answer: <Answer>(request: KeyedRequest<Answer>) => Answer;
};

/** A PSP's idempotency: which repeat with a key is executed again and which one is told what happened before. */
export const createKeyedAnswers = (
  { kind, window_ms }: Capabilities['idempotency'],
  now: () => number,
): KeyedAnswers => {
  const kept = new Map<string, Kept>();
  const keep = (key: string, answer: unknown, success: boolean): void => {
    if (kind !== 'none') kept.set(key, { answer, since: now(), success });
  };
  const seen = <Answer>(request: KeyedRequest<Answer>): Answer | undefined => {
    const before = kept.get(request.key);
    if (before === undefined || now() - before.since >= window_ms) return undefined;
    if (before.in_flight) return request.began ? undefined : request.in_flight;
    if (kind === 'current_state') return request.current();
    // The type of what is kept under a key is that of the only request that uses it.
    return kind === 'all_answers' || before.success ? (before.answer as Answer) : undefined;
  };
  return {
    key_ms: kind === 'none' ? undefined : window_ms,
    begin: (key) => {
      if (kind !== 'none' && !kept.has(key))
        kept.set(key, { answer: undefined, since: now(), success: false, in_flight: true });
    },
    answer: (request) => {
      const { key, fate, error, unreadable } = request;
      const before = seen(request);
      if (before !== undefined) return before;
      if (fate === 'error_before') {
        if (kind === 'all_answers') keep(key, error, false);
        return error;
      }
      const answer = request.execute();
      if (fate === 'error_after' && kind === 'all_answers') keep(key, error, false);
      else keep(key, answer, request.isSuccess(answer) && fate !== 'error_after');
      if (fate === 'error_after') return error;
      return fate === 'unreadable' ? unreadable : answer;
    },
  };
};
