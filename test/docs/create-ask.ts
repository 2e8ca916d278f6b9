import { expect } from '@jest/globals';
import { routeOperations } from '../../local/docs/openapi/route-operations.ts';
import type { Service } from '../integration/service/start-service.ts';
import { answerProblems } from './answer-problems.ts';

export type Asked = {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The service's API key where absent; null for none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
};

export type Reported = { readonly status: number; readonly headers: Headers; readonly body: Body };

/** What these tests look at; the document says the rest. */
type Body = {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly payment_status: string;
  readonly charge: string;
  readonly revision: number;
  readonly routing: { readonly attempts: readonly object[] };
  readonly error: { readonly code: string; readonly session?: object };
};

const operations = new Map<string, ReturnType<typeof routeOperations>[number]>(
  routeOperations().map((operation) => [operation.id, operation]),
);

/** Asks the running service, and holds each answer against the document. */
export const createAsk =
  (service: Pick<Service, 'base_url' | 'api_key'>) =>
  async (operation: string, asked: Asked = {}): Promise<Reported> => {
    const { path = {}, body, token = service.api_key, headers = {}, query = '' } = asked;
    const route = operations.get(operation)?.route;
    if (!route) throw new Error(operation);
    const target = route.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
    const answer = await fetch(`${service.base_url}${target}${query}`, {
      method: route.method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const reported = {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    expect(answerProblems({ operation, ...reported })).toEqual([]);
    return reported;
  };

export const payment = { amount: 2599, currency: 'eur', success_url: 'https://shop.example/thanks' };
/** A card that is approved, unless told otherwise. */
export const card = (number = '4242424242424242', more: object = {}) => ({
  payment_method: { type: 'card', card: { number, exp_month: 12, exp_year: 2030, cvc: '123', ...more } },
});
