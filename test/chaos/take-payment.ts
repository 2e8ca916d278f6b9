import { patience_ms, type Victim } from './victim.ts';

/** What the client was told in the end. `paid`: by the confirm; a session still `processing` then is read again after healing. */
export type Outcome = {
  readonly session: string;
  readonly amount: number;
  readonly told: 'paid' | 'processing' | 'declined';
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
};

const card = {
  type: 'card',
  card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', name: 'Ada' },
};

/** One customer: creates, confirms, and refunds a part of every third payment; repeats each call under its key until it is answered. */
export const takePayment = async (victim: Victim, seed: number, number: number): Promise<Outcome> => {
  const amount = 1000 + (number % 977);
  const key = `chaos-${seed}-${number}`;
  const session = await call(victim, '/v1/checkout/sessions', `${key}-create`, {
    amount,
    currency: 'eur',
    success_url: 'https://shop.example/thanks',
    reference: key,
  });
  const id = String(session.body.id);
  const confirmed = await call(victim, `/v1/checkout/sessions/${id}/confirm`, `${key}-confirm`, {
    payment_method: card,
  });
  if (confirmed.status !== 200) return { session: id, amount, told: 'declined', refunds: [] };
  if (confirmed.body.payment_status !== 'paid')
    return { session: id, amount, told: 'processing', refunds: [] };
  const refunds =
    number % 3 === 0
      ? [await refund(victim, String(confirmed.body.charge), `${key}-refund`, 100 + (number % 300))]
      : [];
  return { session: id, amount, told: 'paid', refunds };
};

const refund = async (victim: Victim, charge: string, key: string, amount: number) => {
  const { status, body } = await call(victim, '/v1/charges/refund', key, { charge, amount });
  if (status !== 200) throw new Error(`refund of ${charge}: ${JSON.stringify(body)}`);
  return { id: String(body.id), amount, status: String(body.status) };
};

type Answered = { readonly status: number; readonly body: Record<string, unknown> };

/** Repeats what was not answered, and what the service says may be repeated. */
const call = async (victim: Victim, path: string, key: string, body: unknown): Promise<Answered> => {
  const until = Date.now() + patience_ms;
  for (;;) {
    const answer = await attempt(victim, path, key, body);
    if (answer) return answer;
    if (Date.now() > until) throw new Error(`${path} ${key}: no answer within ${patience_ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

const attempt = async (
  victim: Victim,
  path: string,
  key: string,
  body: unknown,
): Promise<Answered | undefined> => {
  try {
    const response = await fetch(`${victim.base_url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${victim.api_key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(35_000),
    });
    const parsed = (await response.json()) as Record<string, unknown>;
    const again =
      response.status >= 500
        ? response.headers.get('should-retry') !== 'false'
        : response.headers.get('should-retry') === 'true';
    return again ? undefined : { status: response.status, body: parsed };
  } catch {
    return undefined;
  }
};
