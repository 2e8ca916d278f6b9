import { randomUUID } from 'node:crypto';
import type { Service } from './start-service.ts';
import { until } from './until.ts';

/** What the API answers, as `api.md` has it; written down here apart from the code that renders it. */
export type Session = {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'requires_action' | 'processing' | 'authorized' | 'paid' | 'canceled';
  readonly client_secret: string;
  readonly amount: number;
  readonly charge: string | null;
  readonly next_action: { readonly redirect_to_url: { readonly url: string } } | null;
  readonly last_payment_error: { readonly decline_code: string } | null;
  readonly warnings?: readonly { readonly code: string; readonly message: string; readonly param: string }[];
  readonly routing: {
    readonly version: number;
    readonly plan: readonly string[];
    readonly attempts: readonly {
      readonly charge: string;
      readonly psp: string;
      readonly outcome: string | null;
      readonly code: string | null;
    }[];
  };
};

export type Refund = {
  readonly id: string;
  readonly amount: number;
  readonly psp: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
};

export type Charge = {
  readonly id: string;
  readonly session: string;
  readonly psp: string;
  readonly psp_reference: string | null;
  readonly amount: number;
  readonly amount_captured: number;
  readonly amount_refunded: number;
  readonly status: string;
  readonly refunds: readonly Refund[];
  readonly open: readonly {
    readonly operation: string;
    readonly kind: string;
    readonly since: number;
    readonly needs_review: boolean;
  }[];
  readonly external: boolean;
  readonly decisions: readonly object[];
  readonly revision: number;
};

export type Failure = {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly decline_code?: string;
    readonly request_id: string;
    readonly session?: Session;
  };
};

export type Answer<Body> = {
  readonly status: number;
  readonly headers: Headers;
  /** The bytes of the body. */
  readonly text: string;
  readonly body: Body;
};

export type Request = {
  /** The service's own API key where absent; null for none. */
  readonly token?: string | null;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Client = ReturnType<typeof apiClient>;

/** The API by plain HTTP. */
export const apiClient = (service: Pick<Service, 'base_url' | 'api_key'>) => {
  const call = async <Body = Failure>(
    method: string,
    path: string,
    request: Request = {},
  ): Promise<Answer<Body>> => {
    // What failed to become a token must not call with the service's own key.
    if ('token' in request && request.token === undefined)
      throw new Error(`${method} ${path}: the token is undefined`);
    const { token = service.api_key, key, headers = {}, body } = request;
    const answer = await fetch(`${service.base_url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    };
  };
  const tryToCreate = (fields: object = {}, request: Request = {}) =>
    call<Session & Failure>('POST', '/v1/checkout/sessions', {
      ...request,
      body: { ...payment, ...fields },
    });
  return {
    call,
    /** For a test of what a create answers, whatever that is. */
    tryToCreate,
    /** A session to go on with. A busy machine's 503 is asked again; any other refusal ends the test here. */
    create: async (fields: object = {}, request: Request = {}): Promise<Answer<Session>> => {
      const answer = await until(
        () => tryToCreate(fields, request),
        ({ status }) => status !== 503,
      );
      if (answer.status !== 200) throw new Error(`not created: ${answer.status} ${answer.text}`);
      return answer;
    },
    confirm: (id: string, method: object = card(), request: Request = {}) =>
      call<Session & Failure>('POST', `/v1/checkout/sessions/${id}/confirm`, {
        ...request,
        body: { payment_method: method },
      }),
    session: (id: string, request: Request = {}) =>
      call<Session>('GET', `/v1/checkout/sessions/${id}`, request),
    refund: (fields: object, request: Request = {}) =>
      call<Refund & Failure>('POST', '/v1/charges/refund', { ...request, body: fields }),
    capture: (fields: object, request: Request = {}) =>
      call<Charge & Failure>('POST', '/v1/charges/capture', { ...request, body: fields }),
    cancel: (fields: object, request: Request = {}) =>
      call<Charge & Failure>('POST', '/v1/charges/cancel', { ...request, body: fields }),
    expire: (id: string, request: Request = {}) =>
      call<Session & Failure>('POST', `/v1/checkout/sessions/${id}/expire`, { body: {}, ...request }),
    refresh: (id: string, request: Request = {}) =>
      call<Charge & Failure>('POST', `/v1/charges/${id}/refresh`, { body: {}, ...request }),
    decide: (id: string, fields: object, request: Request = {}) =>
      call<Charge & Failure>('POST', `/v1/charges/${id}/decide`, { ...request, body: fields }),
    charge: (id: string, request: Request = {}) => call<Charge>('GET', `/v1/charges/${id}`, request),
  };
};

const payment = { amount: 2599, currency: 'eur', success_url: 'https://shop.example/thanks' };

/** A test card that every PSP approves, unless told otherwise. */
export const card = (changes: object = {}) => ({
  type: 'card',
  card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', ...changes },
});

/** As a shop's page collects it: only with it can a customer be challenged at every PSP. */
export const browser = {
  color_depth: 24,
  language: 'de-DE',
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
};

/** A session that is paid, with its charge. */
export const paid = async (client: Client, fields: object = {}): Promise<Session & { charge: string }> => {
  const { body: opened } = await client.create(fields);
  const { status, body, text } = await client.confirm(opened.id);
  if (status !== 200 || body.payment_status !== 'paid' || body.charge === null)
    throw new Error(`not paid: ${status} ${text}`);
  return { ...body, charge: body.charge };
};

export const newKey = (): string => `test-${randomUUID()}`;
