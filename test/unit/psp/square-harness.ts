import type { Psp } from '../../../lib/types/psp.ts';
import type { PspAccount } from '../../../lib/types/psp-account.ts';
import type { HttpAnswer, HttpRequest } from '../../../lib/types/transport.ts';
import { moneyOf, sampleAccount, sampleAttempt } from '../../conformance/samples.ts';
import { answered, type Exchange, scriptedTransport } from '../../conformance/scripted-transport.ts';
import { squareSubject } from '../../conformance/square.ts';
import { squareIds } from '../../conformance/square-events.ts';

export const attempt = sampleAttempt();
export const manual = sampleAttempt({ capture_method: 'manual' });
export const money = moneyOf(attempt);
export const { payment, refund, location } = squareIds;
export const known = { ...attempt, psp_reference: payment };
export const knownManual = { ...manual, psp_reference: payment };
export const operation = { id: 're_1', amount: attempt.amount };

export const errors = (status: number, ...codes: string[]): HttpAnswer =>
  answered(status, { errors: codes.map((code) => ({ category: 'INVALID_REQUEST_ERROR', code })) });
export const timeout: HttpAnswer = { kind: 'lost', doubt: 'timeout', cause: 'timeout' };

export type SquareHarness = {
  readonly psp: Psp;
  readonly exchanges: readonly Exchange[];
  readonly sent: () => readonly string[];
  readonly request: (index: number) => HttpRequest | undefined;
};

/** The adapter on a Square that answers by `METHOD path`; what it does not know throws. */
export const squareOn = (
  answers: Readonly<Record<string, HttpAnswer>>,
  account: Partial<PspAccount> = {},
): SquareHarness => {
  const { http, exchanges } = scriptedTransport(
    ({ method, url }) => answers[`${method} ${new URL(url).pathname}`],
  );
  return {
    psp: squareSubject.adapter.connect({ ...sampleAccount(squareSubject), ...account }, http),
    exchanges,
    sent: () => exchanges.map(({ request }) => `${request.method} ${new URL(request.url).pathname}`),
    request: (index) => exchanges[index]?.request,
  };
};
