import { describe, expect, test } from '@jest/globals';
import { type ConfirmCommand, confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import type { Capabilities } from '../../../lib/types/capabilities.ts';
import type { CardTokenMethod, GivenMethod } from '../../../lib/types/given-method.ts';
import { issuerResponses } from '../../../lib/types/issuer-responses.ts';
import { declines, type Outcome, successes } from '../../../lib/types/outcome.ts';
import type { AnyMethodPsp, AuthorizationResult, AuthorizeRequest } from '../../../lib/types/psp.ts';
import type { Session } from '../../../lib/types/session.ts';
import { oneCharge, refusalOf } from './one-charge.ts';

const token = 'vt_00000000000000000000000000';
const method: CardTokenMethod = {
  type: 'card_token',
  card: {
    token,
    bin: '411111',
    last4: '1111',
    brand: 'visa',
    exp_month: 12,
    exp_year: 2035,
  },
};
const took: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_2', amount_captured: 2_599 };
const failover: Session['routing']['failover'] = {
  on: ['processor_error', 'do_not_honor', 'psp_unavailable'],
  max_attempts: 3,
  attempt_timeout_ms: 8_000,
};
const routing: Session['routing'] = {
  rule: 'default',
  version: 1,
  override: null,
  plan: ['a', 'b', 'c'],
  skipped: [],
  failover,
};

type Answers = Readonly<Record<string, readonly AuthorizationResult[]>>;
type Setting = {
  readonly session?: Partial<Session>;
  readonly capabilities?: Readonly<Record<string, Partial<Capabilities>>>;
  /** Holds a release back until it is let go. */
  readonly slow?: Promise<void>;
};

/** An unpaid session with a plan of three PSPs, each of which answers its calls in turn. */
const open = async (answers: Answers, { session: changes = {}, capabilities = {}, slow }: Setting = {}) => {
  const one = await oneCharge({
    session: { payment_status: 'unpaid', charge: null, attempts: [], routing, ...changes },
  });
  const waiting = new Map(Object.entries(answers).map(([psp, given]) => [psp, [...given]]));
  const asked: { readonly psp: string; readonly request: AuthorizeRequest<GivenMethod> }[] = [];
  const log: string[] = [];
  const accounts = ['a', 'b', 'c'].map((id) => ({
    id,
    psp: id,
    capabilities: { ...stripe.capabilities, look_up: null, ...capabilities[id] },
  }));
  const connect = (id: string) =>
    ({
      ...accounts.find((account) => account.id === id),
      authorize: async (_: unknown, request: AuthorizeRequest<GivenMethod>) => {
        asked.push({ psp: id, request });
        log.push(`asked ${id}`);
        return waiting.get(id)?.shift() ?? { outcome: 'unknown', doubt: 'amount_mismatch' };
      },
    }) as unknown as AnyMethodPsp;
  const released: string[] = [];
  const ports = {
    ...one.ports,
    store: {
      ...one.ports.store,
      commit: async (...given: Parameters<typeof one.ports.store.commit>) => {
        const result = await one.ports.store.commit(...given);
        log.push('written');
        return result;
      },
    },
    psps: { accounts, connect },
    closedPsps: async () => new Set<string>(),
    releaseCvc: async (released_token: string) => {
      released.push(released_token);
      log.push('release begun');
      await slow;
      log.push('released');
    },
  };
  const confirm = (changes: Partial<ConfirmCommand> = {}) =>
    confirmSession(ports, {
      session: one.first.session,
      payment_method: method,
      card_fingerprint: 'f',
      return_url: () => 'https://pay.example/return',
      ...changes,
    });
  const session = async () => {
    const current = await one.session();
    if (!current) throw new Error('The session is gone.');
    return current;
  };
  return { ...one, session, confirm, asked, released, log };
};

const codes = (asked: Awaited<ReturnType<typeof open>>['asked']) =>
  asked.map(({ psp, request: { payment_method } }) => [
    psp,
    payment_method.type === 'card_token' && !payment_method.card.cvc_released,
  ]);

describe('a card from the vault', () => {
  test('is paid like any card, and the charge shows what the receipt said', async () => {
    const { confirm, session, store, asked } = await open({ a: [took] });
    await confirm();
    const { charge, payment_status, attempts } = await session();
    expect(payment_status).toBe('paid');
    expect(attempts).toMatchObject([{ psp: 'a', card_token: token }]);
    expect(asked[0]?.request.payment_method).toBe(method);
    expect(await store.charge(charge ?? '')).toMatchObject({
      card_fingerprint: 'f',
      particulars: { card: { bin: '411111', last4: '1111', brand: 'visa', exp_month: 12, exp_year: 2035 } },
    });
  });

  test('takes the plan of its brand, and only PSPs that take cards of it', async () => {
    const plan_by_brand = { visa: { override: 0, plan: ['c', 'b', 'a'], skipped: [] } };
    const { confirm, session, asked } = await open(
      { a: [took] },
      {
        session: { routing: { ...routing, plan_by_brand } },
        capabilities: { c: { card: false }, b: { brands: ['amex'] } },
      },
    );
    await confirm();
    expect(asked.map(({ psp }) => psp)).toEqual(['a']);
    expect((await session()).passed_over).toEqual([
      { psp: 'c', reason: 'card_not_supported' },
      { psp: 'b', reason: 'brand_not_supported' },
    ]);
  });

  test('is refused without the address that the session asks for', async () => {
    const { confirm, asked } = await open({}, { session: { collect: ['country'] } });
    expect(await refusalOf(confirm())).toMatchObject({
      code: 'parameter_missing',
      message: expect.stringMatching(/^payment_method\.billing_details\.address\.country: /),
    });
    expect(asked).toEqual([]);
  });

  test('counts for health and rollouts as a first card does', async () => {
    const draw = [
      ['a', 1],
      ['b', 1],
    ] as const;
    const arm = { arm: 'candidate', rollout: { version: 2, percent: 10 } } as const;
    const { confirm, session, store } = await open(
      { a: [took] },
      { session: { routing: { ...routing, draw, ...arm } } },
    );
    await confirm();
    expect(await store.charge((await session()).charge ?? '')).toMatchObject({
      counts: true,
      trial: { rule: 'default', version: 2, percent: 10, arm: 'candidate' },
    });
  });
});

describe.each(['vault_unavailable', 'vault_refused'] as const)('%s', (code) => {
  const failed: AuthorizationResult = { outcome: 'not_sent', code };

  test('ends the confirm: nobody else is tried, no code is released, and the session may be confirmed again', async () => {
    const { confirm, session, asked, released } = await open({ a: [failed, took] });
    const result = await confirm();
    expect(result).toMatchObject({ error: { code, status: 503, details: { decline_code: 'not_sent' } } });
    expect(await session()).toMatchObject({
      payment_status: 'unpaid',
      charge: null,
      attempts: [{ psp: 'a', outcome: 'not_sent', code }],
      last_payment_error: { decline_code: 'not_sent', message: expect.stringContaining('vault') },
    });
    expect(released).toEqual([]);
    await confirm();
    expect((await session()).payment_status).toBe('paid');
    expect(codes(asked)).toEqual([
      ['a', true],
      ['a', true],
    ]);
  });

  test('after a failover ends it, too', async () => {
    const { confirm, asked } = await open({ a: [{ outcome: 'processor_error' }], b: [failed], c: [took] });
    expect(await confirm()).toMatchObject({ error: { code } });
    expect(asked.map(({ psp }) => psp)).toEqual(['a', 'b']);
  });

  test('under a key is answered with the same bytes again', async () => {
    const { confirm } = await open({ a: [failed, took] });
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const first = await confirm({ idempotency });
    expect(first).toMatchObject({ replay: { body: expect.stringContaining(code) }, first: true });
    expect(await confirm({ idempotency })).toEqual({ ...first, first: false });
  });

  test('in a repeat of what may have been charged leaves it unknown, and the code kept', async () => {
    const { confirm, session, asked, released } = await open({
      a: [{ outcome: 'unknown', doubt: 'timeout' }, failed, failed],
      b: [took],
    });
    await confirm();
    expect((await session()).payment_status).toBe('processing');
    expect(codes(asked)).toEqual([
      ['a', true],
      ['a', true],
      ['a', true],
    ]);
    expect(released).toEqual([]);
  });
});

describe('the security code', () => {
  /** What a PSP may answer with each outcome. */
  const answerOf = (outcome: Outcome): AuthorizationResult => {
    switch (outcome) {
      case 'captured':
        return took;
      case 'approved':
        return { outcome, psp_reference: 'pi_2' };
      case 'requires_action':
        return { outcome, psp_reference: 'pi_2', redirect_url: 'https://bank.example' };
      case 'unknown':
      case 'duplicate':
        return { outcome, doubt: 'amount_mismatch' };
      default:
        return { outcome };
    }
  };

  test.each([...successes, ...declines, 'unknown', 'duplicate'] as const)('after %s', async (outcome) => {
    const { confirm, released } = await open(
      { a: [answerOf(outcome)] },
      {
        session: { routing: { ...routing, plan: ['a'] } },
        capabilities: { a: { requests_challenge: false } },
      },
    );
    await confirm();
    expect(released).toEqual(issuerResponses[outcome] ? [token] : []);
  });

  test('is released once, beside the writes, which do not wait for it; the answer does', async () => {
    const gate = Promise.withResolvers<void>();
    const { confirm, log, released } = await open(
      { a: [{ outcome: 'do_not_honor' }], b: [took] },
      { slow: gate.promise },
    );
    let done = false;
    const confirmed = confirm().then((result) => {
      done = true;
      return result;
    });
    const beside = ['written', 'asked a', 'release begun', 'written', 'asked b', 'written'];
    while (log.length < beside.length) await new Promise(setImmediate);
    // What would not wait for the release would be done within a few turns.
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect(log).toEqual(beside);
    expect(done).toBe(false);
    gate.resolve();
    await confirmed;
    expect(log.at(-1)).toBe('released');
    expect(released).toEqual([token]);
  });

  test('once released is not asked of the next PSP', async () => {
    const { confirm, asked, session } = await open({ a: [{ outcome: 'do_not_honor' }], b: [took] });
    await confirm();
    expect(codes(asked)).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(await session()).toMatchObject({ payment_status: 'paid', passed_over: [] });
  });

  const strict = { card_without_cvc: false };

  test('once released passes over the PSPs that insist on one', async () => {
    const { confirm, asked, session } = await open(
      { a: [{ outcome: 'do_not_honor' }], c: [took] },
      { capabilities: { b: strict } },
    );
    await confirm();
    expect(codes(asked)).toEqual([
      ['a', true],
      ['c', false],
    ]);
    expect((await session()).passed_over).toEqual([{ psp: 'b', reason: 'cvc_released' }]);
  });

  test('once released ends the confirm if all the others insist on one', async () => {
    const { confirm, asked, session } = await open(
      { a: [{ outcome: 'do_not_honor' }] },
      { capabilities: { b: strict, c: strict } },
    );
    expect(await confirm()).toMatchObject({ error: { code: 'card_declined' } });
    expect(asked).toHaveLength(1);
    expect((await session()).passed_over).toEqual([
      { psp: 'b', reason: 'cvc_released' },
      { psp: 'c', reason: 'cvc_released' },
    ]);
  });

  test('is kept for the next PSP if no issuer has answered', async () => {
    const { confirm, asked, released } = await open(
      { a: [{ outcome: 'processor_error' }], b: [took] },
      { capabilities: { b: strict } },
    );
    await confirm();
    expect(codes(asked)).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(released).toEqual([token]);
  });

  test('of a card declined in one confirm is not asked for in the next', async () => {
    const { confirm, asked, session } = await open(
      { a: [{ outcome: 'insufficient_funds' }], b: [took] },
      { capabilities: { a: strict } },
    );
    expect(await confirm()).toMatchObject({ error: { details: { decline_code: 'insufficient_funds' } } });
    await confirm();
    expect(codes(asked)).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect((await session()).passed_over).toEqual([{ psp: 'a', reason: 'cvc_released' }]);
  });

  test('of another card is', async () => {
    const { confirm, asked } = await open({ a: [{ outcome: 'insufficient_funds' }, took] });
    await confirm();
    await confirm({
      payment_method: { ...method, card: { ...method.card, token: 'vt_11111111111111111111111111' } },
    });
    expect(codes(asked)).toEqual([
      ['a', true],
      ['a', true],
    ]);
  });

  test('is missing in a challenge, which is requested only if the PSP takes that', async () => {
    const insists: AuthorizationResult = { outcome: 'authentication_required' };
    const away: AuthorizationResult = {
      outcome: 'requires_action',
      psp_reference: 'pi_3',
      redirect_url: 'https://bank.example',
    };
    const able = await open({ a: [insists, away] });
    await able.confirm();
    expect(codes(able.asked)).toEqual([
      ['a', true],
      ['a', false],
    ]);
    expect(able.asked[1]?.request.challenge).toBe(true);
    const unable = await open({ a: [insists, away] }, { capabilities: { a: strict } });
    expect(await unable.confirm()).toMatchObject({ error: { code: 'card_declined' } });
    expect(unable.asked).toHaveLength(1);
  });
});
