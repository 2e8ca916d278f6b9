import type { Settings } from '../../../clients/server/src/check-options.ts';
import type { Platform } from '../../../clients/server/src/platform.ts';
import { createSend, createSendTo, type Send } from '../../../clients/server/src/send.ts';

/** One answer of a virtual service: `lost` never comes, `after_ms` is how long it takes. */
export type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly lost?: true;
  readonly after_ms?: number;
  /** The answer's head comes at once and its body never. */
  readonly bodyStalls?: true;
};

export type Sent = { readonly at: number; readonly url: string; readonly init: RequestInit };

/** A platform whose time passes only where the library waits. Answers are given in their order; the last one again and again. */
export const virtualPlatform = (answers: readonly Answer[], random: () => number = () => 1) => {
  const sent: Sent[] = [];
  let now = 0;
  let keys = 0;
  const timers = new Set<{ readonly at: number; readonly then: () => void }>();
  const after = (milliseconds: number, then: () => void) => {
    const timer = { at: now + milliseconds, then };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  /** Lets the next timer fire, and whatever follows from it happen. */
  const pass = async (): Promise<void> => {
    const [next] = [...timers].sort((a, b) => a.at - b.at);
    if (next) {
      timers.delete(next);
      now = Math.max(now, next.at);
      next.then();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  const respond = async (
    { status = 200, headers = {}, body = {}, bodyStalls }: Answer,
    signal: AbortSignal,
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (!bodyStalls) return new Response(text, { status, headers });
    const stream = new ReadableStream({
      start: (controller) =>
        signal.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError'))),
    });
    return new Response(stream, { status, headers });
  };
  const fetch = ((url: string, init: RequestInit) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)] ?? {};
    sent.push({ at: now, url, init });
    const { signal } = init as { readonly signal: AbortSignal };
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      const give = () =>
        answer.lost ? reject(new TypeError('fetch failed')) : resolve(respond(answer, signal));
      if (answer.after_ms === undefined) give();
      else after(answer.after_ms, give);
    });
  }) as typeof globalThis.fetch;
  const platform: Platform = {
    fetch,
    now: () => now,
    date: () => 1_763_630_000_000 + now,
    random,
    newKey: () => `key-${++keys}`,
    after,
  };
  /** What becomes of a promise when time is let pass until it is settled. */
  const settle = async <Value>(promise: Promise<Value>): Promise<Value> => {
    let settled = false;
    const seen = promise.finally(() => {
      settled = true;
    });
    seen.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    for (let round = 0; !settled && round < 1000; round++) await pass();
    if (!settled) throw new Error('nothing happens any more');
    return promise;
  };
  return { platform, sent, settle, now: () => now, timers: () => timers.size };
};

export const settings: Settings = {
  baseUrl: 'https://pay.example',
  apiKey: 'sk_test_virtualvirtualvirtual',
  maxRetries: 4,
  attemptTimeoutMs: 40_000,
  deadlineMs: 120_000,
  hooks: {},
};

/** A client's calls of the operations, over this platform. */
export const sendOf = (given: Settings, platform: Platform): Send =>
  createSend(createSendTo(given, platform));
