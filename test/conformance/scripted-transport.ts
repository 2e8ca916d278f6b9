import type { HttpRequest, HttpResponse, HttpTransport } from '../../lib/types/transport.ts';
import type { Script } from './psp-subject.ts';

export type Exchange = { readonly request: HttpRequest; readonly answer: HttpResponse };

export type ScriptedTransport = {
  readonly http: HttpTransport;
  readonly exchanges: readonly Exchange[];
  /** Milliseconds the calls would have taken, had each used up its time-out: those under way together count once. */
  readonly longest: () => number;
};

/** A PSP that answers by a script, after a turn of the loop, as a network would. A request the script does not know throws. */
export const scriptedTransport = (script: Script): ScriptedTransport => {
  const exchanges: Exchange[] = [];
  let now = 0;
  return {
    exchanges,
    longest: () => now,
    http: async (request) => {
      const end = now + request.timeout_ms;
      const answer = script(request);
      if (answer === undefined) throw new Error(`the script knows no ${request.method} ${request.url}`);
      exchanges.push({ request, answer });
      await new Promise((answered) => setImmediate(answered));
      now = Math.max(now, end);
      return answer;
    },
  };
};

/** A JSON answer. */
export const answered = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  kind: 'answered',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
