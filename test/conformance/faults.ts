import type { HttpRequest, HttpResponse } from '../../lib/types/transport.ts';
import type { Expected, Fault, PspSubject, Script } from './psp-subject.ts';

/** What the request with the effect means when it goes wrong. */
export const faultOutcomes: Readonly<Record<Fault, Expected>> = {
  timeout: { outcome: 'unknown', doubt: 'timeout' },
  reset: { outcome: 'unknown', doubt: 'connection_lost' },
  refused: { outcome: 'not_sent' },
  html_200: { outcome: 'unknown', doubt: 'unreadable_answer' },
  empty_200: { outcome: 'unknown', doubt: 'unreadable_answer' },
  truncated_200: { outcome: 'unknown', doubt: 'unreadable_answer' },
  http_401: { outcome: 'psp_unavailable' },
  http_403: { outcome: 'psp_unavailable' },
  http_429: { outcome: 'rate_limited' },
  http_500: { outcome: 'unknown', doubt: 'ambiguous_error' },
  http_503: { outcome: 'unknown', doubt: 'ambiguous_error' },
  wrong_amount: { outcome: 'unknown', doubt: 'amount_mismatch' },
  wrong_currency: { outcome: 'unknown', doubt: 'amount_mismatch' },
};

export const faults = Object.keys(faultOutcomes) as readonly Fault[];

/** The script, with a fault in the answers to the requests that match. Wrong echoes are the script's own matter. */
export const withFault =
  (subject: PspSubject, script: Script, fault: Fault, matches: (request: HttpRequest) => boolean): Script =>
  (request) =>
    matches(request) ? faulty(subject, script(request), fault) : script(request);

const faulty = (
  subject: PspSubject,
  honest: HttpResponse | undefined,
  fault: Fault,
): HttpResponse | undefined => {
  switch (fault) {
    case 'timeout':
      return { kind: 'lost', doubt: 'timeout', cause: 'timeout' };
    case 'reset':
      return { kind: 'lost', doubt: 'connection_lost', cause: 'ECONNRESET' };
    case 'refused':
      return { kind: 'not_sent', cause: 'ECONNREFUSED' };
    case 'html_200':
      return text(200, '<html><body>Bad gateway</body></html>');
    case 'empty_200':
      return text(200, '');
    case 'truncated_200':
      return honest?.kind === 'answered' ? text(200, honest.body.slice(0, honest.body.length / 2)) : honest;
    case 'http_401':
    case 'http_403':
    case 'http_429':
    case 'http_500':
    case 'http_503': {
      const status = Number(fault.slice('http_'.length));
      return text(status, subject.errorBody(status));
    }
    case 'wrong_amount':
    case 'wrong_currency':
      return honest;
    default: {
      const never: never = fault;
      return never;
    }
  }
};

const text = (status: number, body: string): HttpResponse => ({
  kind: 'answered',
  status,
  headers: {},
  body,
});
