import { expect, test } from '@jest/globals';
import { type ConfirmCommand, confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import type { AuthorizationResult, AuthorizeRequest, Psp } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { oneCharge, refusalOf } from './one-charge.ts';

const card = {
  type: 'card',
  card: {
    number: secret('4242424242424242'),
    cvc: secret('123'),
    exp_month: 12,
    exp_year: 2030,
    brand: 'visa',
  },
} as const;

const plan = ['stripe', 'second', 'third'];
const routing: Session['routing'] = {
  rule: 'default',
  version: 1,
  override: null,
  plan,
  skipped: [],
  failover: { on: ['psp_unavailable'], max_attempts: 3, attempt_timeout_ms: 8_000 },
};

const took: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_2', amount_captured: 2_599 };
const down: AuthorizationResult = { outcome: 'psp_unavailable', code: 'down' };
const insists: AuthorizationResult = { outcome: 'authentication_required', code: '38' };

/** A session planned for three PSPs that answer so, one attempt after the other. `meanwhile` runs during each attempt. */
const open = async (
  answers: readonly AuthorizationResult[],
  meanwhile: (closed: Set<string>, psp: string) => void = () => {},
) => {
  const waiting = [...answers];
  const asked: string[] = [];
  const one = await oneCharge({
    session: { payment_status: 'unpaid', charge: null, attempts: [], routing },
    psp: {
      authorize: async ({ reference }, _: AuthorizeRequest) => {
        const psp = (await one.store.charge(reference))?.psp ?? '';
        asked.push(psp);
        meanwhile(one.closed, psp);
        return waiting.shift() ?? took;
      },
      tokenKind: () => 'stored',
    } as Partial<Psp>,
  });
  const [account] = one.ports.psps.accounts;
  const accounts = plan.flatMap((id) => (account ? [{ ...account, id }] : []));
  const ports = { ...one.ports, psps: { accounts, connect: () => one.ports.psps.connect('stripe') } };
  const confirm = (changes: Partial<ConfirmCommand> = {}) =>
    confirmSession(ports, {
      session: one.first.session,
      payment_method: card,
      return_url: (charge) => `https://pay.example/${charge}`,
      stored_credentials: true,
      ...changes,
    });
  return { ...one, asked, confirm };
};

test('the one that was drawn is passed over, and the next of the plan takes the payment', async () => {
  const { confirm, closed, asked, session } = await open([took]);
  closed.add('stripe');
  await confirm();
  expect(asked).toEqual(['second']);
  expect(await session()).toMatchObject({
    payment_status: 'paid',
    passed_over: [{ psp: 'stripe', reason: 'psp_closed' }],
  });
});

test('an attempt that fails over does not go to one closed since the confirm began', async () => {
  const { confirm, asked, session } = await open([down, took], (closed, psp) => {
    if (psp === 'stripe') closed.add('second');
  });
  await confirm();
  expect(asked).toEqual(['stripe', 'third']);
  expect(await session()).toMatchObject({
    payment_status: 'paid',
    passed_over: [{ psp: 'second', reason: 'psp_closed' }],
  });
});

test('if nobody is left to fail over to, the answer is that of the last attempt', async () => {
  const { confirm, asked, session } = await open([down], (closed) => {
    for (const psp of plan) closed.add(psp);
  });
  expect(await confirm()).toMatchObject({ error: { code: 'psp_unavailable' } });
  expect(asked).toEqual(['stripe']);
  expect(await session()).toMatchObject({
    payment_status: 'unpaid',
    passed_over: [
      { psp: 'second', reason: 'psp_closed' },
      { psp: 'third', reason: 'psp_closed' },
    ],
  });
});

test('if all are closed nothing is written or sent, and the session can be paid later', async () => {
  const { confirm, closed, asked, session } = await open([took]);
  const before = await session();
  for (const psp of plan) closed.add(psp);
  expect(await refusalOf(confirm())).toMatchObject({
    code: 'psp_unavailable',
    for_merchant: 'Passed over: stripe: psp_closed, second: psp_closed, third: psp_closed.',
  });
  expect([asked, await session()]).toEqual([[], before]);
  closed.clear();
  expect(await confirm()).toMatchObject({ session: { payment_status: 'paid' } });
});

test('a token of a closed PSP can be paid by nobody', async () => {
  const { confirm, closed, asked } = await open([took]);
  closed.add('second');
  const payment_method = { type: 'psp_token', psp: 'second', token: secret('tok_1') } as const;
  expect(await refusalOf(confirm({ payment_method }))).toMatchObject({ code: 'psp_unavailable' });
  expect(asked).toEqual([]);
});

test('a challenge goes to the PSP of its attempt, closed meanwhile or not', async () => {
  const { confirm, asked } = await open([insists, took], (closed) => {
    for (const psp of plan) closed.add(psp);
  });
  expect(await confirm()).toMatchObject({ session: { payment_status: 'paid' } });
  expect(asked).toEqual(['stripe', 'stripe']);
});

test('a repeat of an outcome that was unknown goes to the PSP of its attempt, closed meanwhile or not', async () => {
  const { confirm, asked } = await open([{ outcome: 'unknown', doubt: 'timeout' }, took], (closed) => {
    for (const psp of plan) closed.add(psp);
  });
  expect(await confirm()).toMatchObject({ session: { payment_status: 'paid' } });
  expect(asked).toEqual(['stripe', 'stripe']);
});

test('a paid session is answered as ever', async () => {
  const { confirm, closed } = await open([took]);
  await confirm();
  for (const psp of plan) closed.add(psp);
  expect(await confirm()).toMatchObject({ session: { payment_status: 'paid' } });
});
