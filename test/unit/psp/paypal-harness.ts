import type { PspAccount } from '../../../lib/types/psp-account.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import { paypalSubject } from '../../conformance/paypal.ts';
import { paypalIds, paypalOrder, paypalPayment } from '../../conformance/paypal-events.ts';
import { moneyOf, sampleAccount, sampleAttempt } from '../../conformance/samples.ts';
import { answered, type Exchange, scriptedTransport } from '../../conformance/scripted-transport.ts';
import { type WholePsp, wholePsp } from '../../conformance/whole-psp.ts';

export const attempt = sampleAttempt();
export const manual = sampleAttempt({ capture_method: 'manual' });
export const money = moneyOf(attempt);
export const { order, capture, authorization } = paypalIds;
export const known = { ...attempt, psp_reference: order };
export const knownManual = { ...manual, psp_reference: order };

export const token = (access_token = 'A21AA'): HttpResponse =>
  answered(200, { access_token, token_type: 'Bearer', expires_in: 32_400 });
export const created = answered(201, paypalOrder(attempt, money, { status: 'CREATED' }));
export const issue = (status: number, ...issues: string[]): HttpResponse =>
  answered(status, { name: 'X', details: issues.map((each) => ({ issue: each })), debug_id: '1' });
export const captured = (status = 'COMPLETED', more: object = {}) =>
  paypalOrder(attempt, money, {
    status: 'COMPLETED',
    payments: { captures: [paypalPayment(attempt, money, { id: capture, status, ...more })] },
  });
export const held = (status = 'CREATED') =>
  paypalOrder(manual, money, {
    status: 'COMPLETED',
    payments: { authorizations: [paypalPayment(manual, money, { id: authorization, status })] },
  });

export const timeout: HttpResponse = { kind: 'lost', doubt: 'timeout', cause: 'timeout' };
export const refused: HttpResponse = { kind: 'not_sent', cause: 'ECONNREFUSED' };
export const html: HttpResponse = { kind: 'answered', status: 502, headers: {}, body: '<html></html>' };

/** `path` is the end of the request's path; several answers are given one after the other, the last again and again. */
type Route = readonly [path: string, ...answers: readonly HttpResponse[]];

export type Harness = {
  readonly psp: WholePsp;
  readonly exchanges: readonly Exchange[];
  /** Requests to a path, in order. */
  readonly to: (path: string) => readonly HttpRequest[];
  readonly longest: () => number;
};

/** The adapter on a PayPal that gives out a token and otherwise answers by the routes. */
export const paypalOn = (routes: readonly Route[], account: Partial<PspAccount> = {}): Harness => {
  const given = new Map<Route, number>();
  const all: readonly Route[] = [...routes, ['/v1/oauth2/token', token()]];
  const { http, exchanges, longest } = scriptedTransport(({ url }) => {
    const route = all.find(([path]) => new URL(url).pathname.endsWith(path));
    if (route === undefined) return undefined;
    const [, ...answers] = route;
    const turn = given.get(route) ?? 0;
    given.set(route, turn + 1);
    return answers[Math.min(turn, answers.length - 1)];
  });
  return {
    psp: wholePsp({ ...sampleAccount(paypalSubject), ...account }, http),
    exchanges,
    longest,
    to: (path) =>
      exchanges.map(({ request }) => request).filter(({ url }) => new URL(url).pathname.endsWith(path)),
  };
};

export const bodyOf = (request: HttpRequest | undefined) => JSON.parse(request?.body ?? 'null');
