import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stripe } from '../../lib/psp/stripe/adapter.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import { defined } from '../../lib/types/defined.ts';
import type { Attempt, AuthorizeRequest } from '../../lib/types/psp.ts';
import { secret } from '../../lib/types/secret.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { readSpec } from '../tools/specs.ts';
import { decodeForm } from './decode-form.ts';
import {
  call,
  moneyOf,
  repeatRequest,
  returnUrl,
  sampleAccount,
  sampleAttempt,
  scripted,
} from './samples.ts';
import { answered } from './scripted-transport.ts';
import { specification } from './specification.ts';
import { stripeSubject } from './stripe.ts';
import { paymentIntent } from './stripe-events.ts';

const method = 'pm_1Pgc75B7WZ01zgkWlHVgdEGJ';
const customer = 'cus_QZ1zgkWlHVgdEG';

const tokenOf = (payment_method: string, owner?: string): string =>
  owner === undefined ? payment_method : JSON.stringify({ payment_method, customer: owner });

const paidWith = (token: string, credential?: AuthorizeRequest['credential']): AuthorizeRequest => ({
  payment_method: { type: 'psp_token', psp: 'stripe', token: secret(token) },
  return_url: returnUrl,
  ...(credential && { credential }),
});

const byMerchant = repeatRequest().credential;

describe('a payment method that belongs to a customer of Stripe’s', () => {
  const attempt = sampleAttempt({ psp_customer: customer });

  const sent = async (request: AuthorizeRequest) => {
    const play = stripeSubject.play({ scene: 'captured' }, attempt, moneyOf(attempt));
    const { psp, exchanges } = scripted(stripeSubject, play);
    const answer = await psp.authorize(attempt, request, call);
    const requests = exchanges.map((exchange) => exchange.request);
    return { answer, requests, bodies: requests.map(({ body = '' }) => decodeForm(body)) };
  };

  const problemsOf = (requests: Awaited<ReturnType<typeof sent>>['requests']) => {
    const spec = readSpec(stripeSubject.specification.document);
    if (spec === undefined) return [];
    const checker = specification(spec, stripeSubject.account.base_url);
    return requests.flatMap((request) => checker.requestProblems(request));
  };

  test('is paid with in two calls: the first names the customer, the second the method', async () => {
    const { answer, requests, bodies } = await sent(paidWith(tokenOf(method, customer)));
    expect(answer).toMatchObject({ outcome: 'captured' });
    expect(requests).toHaveLength(2);
    expect(bodies[0]).toMatchObject({ customer });
    expect(bodies[0]).not.toHaveProperty('payment_method');
    expect(bodies[1]).toMatchObject({ payment_method: method, return_url: returnUrl });
    expect(bodies[1]).not.toHaveProperty('off_session');
    expect(problemsOf(requests)).toEqual([]);
  });

  test('is charged by the merchant alone: off session, with nowhere to send anybody', async () => {
    const { answer, requests, bodies } = await sent(paidWith(tokenOf(method, customer), byMerchant));
    expect(answer).toMatchObject({ outcome: 'captured' });
    expect(bodies[0]).toMatchObject({ customer });
    expect(bodies[1]).toMatchObject({ payment_method: method, off_session: 'true' });
    expect(bodies[1]).not.toHaveProperty('return_url');
    expect(problemsOf(requests)).toEqual([]);
  });

  test('is found again without the token: the creation is repeated byte for byte', async () => {
    const { requests } = await sent(paidWith(tokenOf(method, customer)));
    const { psp, exchanges } = scripted(
      stripeSubject,
      stripeSubject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
    );
    await psp.lookUp?.(attempt, call);
    expect({ ...exchanges[0]?.request, timeout_ms: 0 }).toEqual({ ...requests[0], timeout_ms: 0 });
  });

  test('without a customer nothing links a merchant’s payment, and nothing is sent', async () => {
    const { psp, exchanges } = scripted(stripeSubject, () => undefined);
    expect(await psp.authorize(sampleAttempt(), paidWith(method, byMerchant), call)).toEqual({
      outcome: 'not_supported',
      code: 'merchant_initiated_not_supported',
    });
    expect(exchanges).toEqual([]);
  });

  test.each([
    ['kept for later', { customer, payment_method: method, setup_future_usage: 'off_session' }, true],
    [
      'in full',
      { customer: { id: customer }, payment_method: { id: method }, setup_future_usage: 'on_session' },
      true,
    ],
    ['not to be kept', { customer, payment_method: method, setup_future_usage: null }, false],
    ['nobody’s', { customer: null, payment_method: method, setup_future_usage: 'off_session' }, false],
  ])('leaves a mandate, or none: %s', async (_, fields, reported) => {
    const intent = { ...paymentIntent(attempt, moneyOf(attempt), { status: 'succeeded' }), ...fields };
    const { psp } = scripted(stripeSubject, () => answered(200, intent));
    const answer = await psp.lookUp?.({ ...attempt, psp_reference: intent.id }, call);
    const particulars = answer && 'particulars' in answer ? answer.particulars : undefined;
    expect(particulars?.mandate).toEqual(reported ? tokenOf(method, customer) : undefined);
    if (particulars?.mandate) expect(psp.tokenKind(particulars.mandate)).toBe('stored');
  });
});

describe('the simulator', () => {
  let simulators: PspSimulators;
  let count = 0;

  beforeAll(async () => {
    simulators = await startPspSimulators({ psps: ['stripe'] });
  });
  afterAll(() => simulators.close());

  const connect = () => {
    const { api_key = '', webhook_secrets = [] } = simulators.credentials.stripe ?? {};
    return stripe.connect(
      {
        ...sampleAccount(stripeSubject),
        base_url: simulators.urls.stripe ?? '',
        credentials: async () => ({ api_key, webhook_secrets }),
      },
      createTransport(),
    );
  };

  /** What a merchant does at Stripe by itself. */
  const atStripe = async (path: string, form: Readonly<Record<string, string>>) => {
    const response = await fetch(`${simulators.urls.stripe}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulators.credentials.stripe?.api_key}` },
      body: new URLSearchParams(form),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { readonly id: string };
  };

  const attached = async (card = 'pm_card_visa') => {
    const { id: owner } = await atStripe('customers', {});
    const { id } = await atStripe(`payment_methods/${card}/attach`, { customer: owner });
    return { id, owner };
  };

  const attemptOf = (psp_customer?: string): Attempt =>
    sampleAttempt({
      reference: `ch_01jd4x8m5v6n7p8q9r0s1t2${(count++).toString(36).padStart(3, '0')}`,
      started: Date.now(),
      ...defined({ psp_customer }),
    });

  const pay = (id: string, owner?: string, credential?: AuthorizeRequest['credential']) =>
    connect().authorize(attemptOf(owner), paidWith(tokenOf(id, owner), credential), call);

  test('takes the customer’s payment method with its customer, again and again', async () => {
    const { id, owner } = await attached();
    expect(await pay(id, owner)).toMatchObject({ outcome: 'captured' });
    expect(await pay(id, owner)).toMatchObject({ outcome: 'captured' });
    expect(await pay(id, owner, byMerchant)).toMatchObject({ outcome: 'captured' });
  });

  test('refuses it without the customer, as Stripe does', async () => {
    const { id } = await attached();
    expect(await pay(id)).toMatchObject({ outcome: 'invalid_request', code: 'parameter_missing' });
  });

  test('refuses it with another customer, and a customer it does not know before anything is confirmed', async () => {
    const { id } = await attached();
    const { owner } = await attached();
    expect(await pay(id, owner)).toMatchObject({ outcome: 'incorrect_card_data' });
    expect(await pay(id, 'cus_nobodyWeKnow')).toMatchObject({
      outcome: 'not_supported',
      code: 'resource_missing',
    });
  });

  test('declines a merchant’s payment if the issuer wants the customer', async () => {
    const { id, owner } = await attached('pm_card_authenticationRequired');
    expect(await pay(id, owner)).toMatchObject({ outcome: 'requires_action' });
    expect(await pay(id, owner, byMerchant)).toMatchObject({ outcome: 'authentication_required' });
  });

  test('attaches a new payment method by a payment that is to be kept, which leaves a mandate', async () => {
    const { id: owner } = await atStripe('customers', {});
    const { id } = await atStripe('payment_methods', {
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '3',
      'card[exp_year]': '2030',
    });
    const first = await pay(id, owner, { usage: 'store', for: 'off_session' });
    expect(first).toMatchObject({ particulars: { mandate: tokenOf(id, owner) } });
    expect(await pay(id, owner, byMerchant)).toMatchObject({ outcome: 'captured' });
    expect(await pay(id)).toMatchObject({ outcome: 'invalid_request' });
  });
});
