import type { MeasuredService } from './start-service.ts';

export type Created = { readonly id: string; readonly client_secret: string };

export type Confirmed = Created & {
  readonly payment_status: string;
  readonly charge: string | null;
  readonly next_action: { readonly redirect_to_url: { readonly url: string } } | null;
  /** `started` in Unix milliseconds. */
  readonly routing: {
    readonly attempts: readonly { readonly started: number; readonly latency_ms: number }[];
  };
};

type Offer = { readonly vault: { readonly url: string; readonly grant: string } };
type Collected = { readonly token: string; readonly receipt: string };

export type Api = ReturnType<typeof connectApi>;

/** The rule for the measured payments: one PSP, so that each payment makes the same calls. */
export const measuredRule = 'bench';
export const measuredPsp = 'stripe';

export const ruleBody = (weight = 1) => ({
  name: measuredRule,
  targets: [{ psp: measuredPsp, weight }],
  failover: {
    on: ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error', 'not_supported'],
    max_attempts: 3,
    attempt_timeout_ms: 8_000,
  },
  overrides: [],
});

/** Prepares data for the measurements through the API itself. Throws if an answer is not the expected one. */
export const connectApi = ({ base_url, api_key }: Pick<MeasuredService, 'base_url' | 'api_key'>) => {
  const ask = async <Answer>(
    method: string,
    path: string,
    body?: unknown,
    { at = base_url, token = api_key } = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${at}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
  const post = <Answer>(path: string, body: unknown) => ask<Answer>('POST', path, body);
  const create = (fields: object = {}) =>
    post<Created>('/v1/checkout/sessions', { ...sessionBody, ...fields });
  const confirm = (id: string, number?: string) =>
    post<Confirmed>(`/v1/checkout/sessions/${id}/confirm`, confirmBody(number));
  const webhookEndpoints = '/v1/webhook_endpoints';
  /** Deletes every webhook endpoint; there may be up to sixteen. */
  const clearWebhookEndpoints = async (): Promise<void> => {
    const { data } = await ask<{ readonly data: readonly { readonly id: string }[] }>(
      'GET',
      webhookEndpoints,
    );
    for (const { id } of data) await ask('DELETE', `${webhookEndpoints}/${id}`);
  };
  return {
    create,
    confirm,
    clearWebhookEndpoints,
    createWebhookEndpoint: (url: string) => post(webhookEndpoints, { url }),
    /** The only webhook endpoint. */
    webhookEndpoint: async (): Promise<string> => {
      await clearWebhookEndpoints();
      return (await post<{ readonly id: string }>(webhookEndpoints, webhookEndpointBody)).id;
    },
    paymentLink: () => post<{ readonly id: string }>('/v1/payment_links', linkBody),
    refund: (body: object) => post<{ readonly id: string }>('/v1/charges/refund', body),
    publishRule: (weight?: number) => post('/v1/routing/rules', ruleBody(weight)),
    /** A card that the vault collected for this session, to pay with. */
    collect: async ({ id, client_secret }: Created): Promise<object> => {
      const path = `/v1/checkout/sessions/${id}`;
      const { vault } = await ask<Offer>('GET', path, undefined, { token: client_secret });
      const { card } = confirmBody().payment_method;
      const given = { at: vault.url, token: vault.grant };
      const { token, receipt } = await ask<Collected>('POST', '/v1/cards', { card }, given);
      return { type: 'card_token', token, receipt };
    },
    /** The charge of a successful payment. */
    charge: async (fields: object = {}): Promise<string> => {
      const { charge } = await confirm((await create(fields)).id);
      if (charge === null) throw new Error('a payment that had to go through did not');
      return charge;
    },
  };
};

export const sessionBody = {
  amount: 2599,
  currency: 'eur',
  success_url: 'https://shop.example/thanks',
  routing_rule: measuredRule,
} as const;

export const webhookEndpointBody = { url: 'https://shop.example/hooks' } as const;

export const linkBody = { amount: 2599, currency: 'eur', routing_rule: measuredRule } as const;

export const confirmBody = (number = '4242424242424242') => ({
  payment_method: { type: 'card', card: { number, exp_month: 12, exp_year: 2030, cvc: '123' } },
});

/** Publishes the measured rule and waits until it plans sessions: up to AppConfig's poll interval. */
export const publishMeasuredRule = async (api: Api): Promise<void> => {
  await api.publishRule();
  for (;;) {
    try {
      await api.create();
      return;
    } catch (error) {
      if (!String(error).includes('routing_rule_not_found')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
};
