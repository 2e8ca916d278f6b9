import { describe, expect, test } from '@jest/globals';
import { type ConfirmCommand, confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import type { AuthorizationResult, AuthorizeRequest, Declined, Psp } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { oneCharge, type Scenario, start } from './one-charge.ts';

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
const token = { type: 'psp_token', psp: 'stripe', token: secret('pm_12345') } as const;

const took: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_2', amount_captured: 2_599 };
const insists: Declined = { outcome: 'authentication_required', code: '38' };
const away: AuthorizationResult = {
  outcome: 'requires_action',
  psp_reference: 'pi_2',
  redirect_url: 'https://bank.example',
};
const routing: Session['routing'] = {
  rule: 'default',
  version: 1,
  override: null,
  plan: ['stripe', 'other'],
  skipped: [],
  failover: { on: ['processor_error'], max_attempts: 3, attempt_timeout_ms: 8_000 },
};

/** A session that nobody has paid yet, at PSPs that answer its attempts so, one after the other. */
const open = async (
  answers: readonly AuthorizationResult[],
  { session = {}, psp = {}, ...scenario }: Scenario = {},
) => {
  const waiting = [...answers];
  const asked: { readonly psp: string; readonly charge: string; readonly challenge: true | undefined }[] = [];
  const time = { now: start, each_ms: 0 };
  const one = await oneCharge({
    session: { payment_status: 'unpaid', charge: null, attempts: [], routing, ...session },
    psp: {
      authorize: async ({ reference }, { challenge }: AuthorizeRequest) => {
        const charge = await one.store.charge(reference);
        asked.push({ psp: charge?.psp ?? '', charge: reference, challenge });
        time.now += time.each_ms;
        return waiting.shift() ?? { outcome: 'unknown', doubt: 'timeout' };
      },
      tokenKind: () => 'stored',
      ...psp,
    } as Partial<Psp>,
    ...scenario,
  });
  const { accounts } = one.ports.psps;
  const ports = {
    ...one.ports,
    clock: { ...one.ports.clock, now: () => time.now },
    deadline: start + 29_000,
    psps: {
      accounts: [...accounts, ...accounts.map((account) => ({ ...account, id: 'other' }))],
      connect: () => one.ports.psps.connect('stripe'),
    },
  };
  const confirm = (changes: Partial<ConfirmCommand> = {}) =>
    confirmSession(ports, {
      session: one.first.session,
      payment_method: card,
      return_url: (charge) => `https://pay.example/${charge}`,
      stored_credentials: true,
      ...changes,
    });
  return { ...one, ports, asked, time, confirm };
};

describe('an issuer that insists on authentication', () => {
  test('is asked once more at the same PSP, by a new attempt that wants a challenge', async () => {
    const { confirm, asked, session, store, logs } = await open([insists, away]);
    await confirm();
    expect(asked.map(({ psp, challenge }) => [psp, challenge])).toEqual([
      ['stripe', undefined],
      ['stripe', true],
    ]);
    const [first, second] = asked.map(({ charge }) => charge);
    expect(second).not.toBe(first);
    expect(await session()).toMatchObject({
      payment_status: 'requires_action',
      charge: second,
      next_action: 'https://bank.example',
      last_payment_error: null,
      attempts: [
        { charge: first, psp: 'stripe', outcome: 'authentication_required', code: '38' },
        { charge: second, psp: 'stripe', outcome: 'requires_action' },
      ],
    });
    expect(await store.charge(first ?? '')).toMatchObject({
      status: 'failed',
      outcome: 'authentication_required',
    });
    expect(await store.charge(second ?? '')).toMatchObject({ status: 'requires_action' });
    expect(logs).toContainEqual({ event: 'step_up', session: expect.any(String), psp: 'stripe' });
  });

  test('names the same customer of the PSP’s', async () => {
    const { confirm, asked, store } = await open([insists, away], { psp: { customerOf: () => 'cus_7' } });
    await confirm({ payment_method: token });
    const charges = await Promise.all(asked.map(({ charge }) => store.charge(charge)));
    expect(charges.map((charge) => charge?.psp_customer)).toEqual(['cus_7', 'cus_7']);
  });

  test('settles the first attempt and records the second in one write, before it is sent', async () => {
    const { ports, confirm } = await open([insists, took]);
    const commits: string[][] = [];
    const { commit } = ports.store;
    Object.assign(ports.store, {
      commit: (...args: Parameters<typeof commit>) => {
        commits.push(args[0].map(({ table, item }) => `${table} ${'outcome' in item ? item.outcome : ''}`));
        return commit(...args);
      },
    });
    await confirm();
    expect(commits[1]).toEqual(['sessions ', 'charges authentication_required', 'charges null']);
  });

  test('is not asked a third time, and nor is any other PSP', async () => {
    const { confirm, asked, session } = await open([insists, insists, took]);
    expect(await confirm()).toMatchObject({
      error: { code: 'card_declined', details: { decline_code: 'authentication_required' } },
    });
    expect(asked.map(({ psp }) => psp)).toEqual(['stripe', 'stripe']);
    expect((await session())?.payment_status).toBe('unpaid');
  });

  test('is asked again in the next confirm, which is a new try by the customer', async () => {
    const { confirm, asked } = await open([insists, insists, insists, took]);
    await confirm();
    await confirm();
    expect(asked.map(({ challenge }) => challenge)).toEqual([undefined, true, undefined, true]);
  });

  test('still wants a challenge after a failover', async () => {
    const down: Declined = { outcome: 'processor_error' };
    const { confirm, asked } = await open([insists, down, took]);
    await confirm();
    expect(asked.map(({ psp, challenge }) => [psp, challenge])).toEqual([
      ['stripe', undefined],
      ['stripe', true],
      ['other', true],
    ]);
  });

  test('at the second PSP is asked there', async () => {
    const down: Declined = { outcome: 'processor_error' };
    const { confirm, asked } = await open([down, insists, took]);
    await confirm();
    expect(asked.map(({ psp, challenge }) => [psp, challenge])).toEqual([
      ['stripe', undefined],
      ['other', undefined],
      ['other', true],
    ]);
  });

  test('is asked again under a rule that allows one PSP only', async () => {
    const failover = { ...routing.failover, max_attempts: 1 };
    const { confirm, asked } = await open([insists, took], {
      session: { routing: { ...routing, failover } },
    });
    await confirm();
    expect(asked).toHaveLength(2);
  });

  test('counts the card once more, and is not asked again beyond the networks’ cap', async () => {
    const { confirm, asked } = await open([{ outcome: 'do_not_honor' }, ...Array(20).fill(insists)]);
    const amex = { ...card, card: { ...card.card, brand: 'amex' } } as const;
    const refused: unknown[] = [];
    for (let round = 0; round < 7; round++)
      await confirm({ card_fingerprint: 'f', payment_method: amex }).catch((error) =>
        refused.push(error.code),
      );
    // One try, four confirms of two tries, one that has its first try left, and one that has none.
    expect([asked.length, refused]).toEqual([10, ['too_many_attempts']]);
  });
});

describe('no step-up', () => {
  test.each<[string, Scenario, Partial<ConfirmCommand>, Declined]>([
    ['after another decline', {}, {}, { outcome: 'do_not_honor' }],
    ['at a PSP that takes no such wish', { capabilities: { requests_challenge: false } }, {}, insists],
    ['against the network’s advice', {}, {}, { ...insists, advice: 'never_again' }],
    ['while the network says to wait', {}, {}, { ...insists, advice: 'wait' }],
    [
      'with a token that pays once',
      { psp: { tokenKind: () => 'single_use' } },
      { payment_method: token },
      insists,
    ],
  ])('%s', async (_, scenario, command, answer) => {
    const { confirm, asked } = await open([answer, took], scenario);
    expect(await confirm(command)).toMatchObject({ error: { details: { decline_code: answer.outcome } } });
    expect(asked).toHaveLength(1);
  });

  test('but with a stored token', async () => {
    const { confirm, asked } = await open([insists, took]);
    await confirm({ payment_method: token });
    expect(asked.map(({ challenge }) => challenge)).toEqual([undefined, true]);
  });

  test('without time to settle it', async () => {
    const { confirm, asked, time } = await open([insists, took]);
    time.each_ms = 25_500;
    await confirm();
    expect(asked).toHaveLength(1);
  });

  test('once somebody else has settled the attempt', async () => {
    const { confirm, store, asked, session } = await open([], {
      psp: {
        authorize: async ({ reference }) => {
          asked.push({ psp: 'stripe', charge: reference, challenge: undefined });
          const charge = await store.charge(reference);
          if (charge)
            await store.commit([
              {
                table: 'charges',
                item: {
                  ...charge,
                  recovery: { action: 'fence', fence: 'sent' },
                  rev: charge.rev + 1,
                  write: 'recovery',
                },
                expects: charge.rev,
              },
            ]);
          return insists;
        },
      },
    });
    await confirm();
    expect(asked).toHaveLength(1);
    expect((await session())?.attempts).toHaveLength(1);
  });
});
