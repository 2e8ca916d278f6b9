import type { RawAnswer, TransportErrorBody } from './payment-error.ts';
import type { Platform } from './platform.ts';
import { readText } from './read-text.ts';

export type Request = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** The result of one try: an answer with its whole body, or why there is none. */
export type Attempted =
  | { readonly answer: RawAnswer }
  | { readonly lost: TransportErrorBody['code']; readonly cause: unknown };

/** Sends a request once. The time-out covers everything up to the last byte of the answer. */
export const attempt = async (
  platform: Platform,
  { url, ...request }: Request,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Attempted> => {
  const controller = new AbortController();
  let ended: 'timed_out' | 'aborted' | undefined;
  const end = (why: 'timed_out' | 'aborted') => {
    ended ??= why;
    controller.abort();
  };
  const abort = () => end('aborted');
  const stopTimer = platform.after(timeoutMs, () => end('timed_out'));
  signal?.addEventListener('abort', abort);
  let status = 0;
  try {
    const response = await platform.fetch(url, {
      ...toInit(request),
      redirect: 'manual',
      signal: controller.signal,
    });
    ({ status } = response);
    const body = await readText(response);
    return { answer: { status, headers: Object.fromEntries(response.headers), body } };
  } catch (cause) {
    if (ended === 'aborted') return { lost: ended, cause: signal?.reason };
    if (ended === 'timed_out') return { lost: ended, cause: undefined };
    return { lost: status === 0 ? 'connection_failed' : 'answer_unreadable', cause };
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', abort);
  }
};

const toInit = ({ method, headers, body }: Omit<Request, 'url'>): RequestInit => ({
  method,
  headers,
  ...(body === undefined ? {} : { body }),
});
