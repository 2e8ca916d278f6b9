import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import type { ConfirmPorts } from '../../../lib/payments/payment-ports.ts';
import type { PspAdapter } from '../../../lib/psp/psp-adapter.ts';
import * as registry from '../../../lib/psp/registry.ts';
import { createTransport } from '../../../lib/runtime/transport.ts';
import type { CardTokenMethod } from '../../../lib/types/given-method.ts';
import type { AnyMethodPsp } from '../../../lib/types/psp.ts';
import type { Forwarded } from '../../../lib/vault-protocol/forward.ts';
import { throughVault } from '../../../lib/vault-protocol/through-vault.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import type { Ledger } from '../../../local/psp/framework/ledger.ts';
import { type PspSimulators, startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import { scriptedVault } from '../../unit/vault-protocol/scripted-vault.ts';

/** Every fault of the vault at every step of a confirm, at every PSP that takes cards, with the PSP's own books as the judge. */
const takers = ['stripe', 'adyen', 'checkout_com', 'paypal'] as const;
type Taker = (typeof takers)[number];

/** Who is tried before or after the one that the test is about. */
const otherOf = (psp: Taker): Taker => (psp === 'stripe' ? 'adyen' : 'stripe');

let simulators: PspSimulators;
beforeAll(async () => {
  simulators = await startPspSimulators({ psps: takers });
});
afterEach(async () => {
  for (const psp of takers) await steer(psp, { kind: 'ok' });
});
afterAll(() => simulators.close());

const steer = async (psp: Taker, fault: object): Promise<void> => {
  const url = `${simulators.admin}/psps/${psp}/faults`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(fault) });
  if (!answer.ok) throw new Error(await answer.text());
};

/** Everything that any PSP took or holds for these attempts. */
const bookedFor = async (charges: readonly string[]): Promise<readonly (readonly [Taker, string])[]> => {
  const books = await Promise.all(
    takers.map(async (psp) => {
      const { payments } = (await (await fetch(`${simulators.admin}/psps/${psp}/ledger`)).json()) as Ledger;
      return payments
        .filter(({ reference }) => reference !== null && charges.includes(reference))
        .filter(({ amount_authorized, amount_captured }) => amount_authorized + amount_captured > 0)
        .map(({ reference }) => [psp, reference ?? ''] as const);
    }),
  );
  return books.flat();
};

const token = 'vt_00000000000000000000000000';
const method: CardTokenMethod = {
  type: 'card_token',
  card: {
    token,
    bin: '424242',
    last4: '4242',
    brand: 'visa',
    exp_month: 12,
    exp_year: 2035,
  },
};

type Send = () => Promise<Forwarded>;

const lost = { kind: 'lost', doubt: 'connection_lost', cause: 'vault_function' } as const;

/** What becomes of a forward. */
const faults = {
  vault_unavailable: async (): Promise<Forwarded> => ({ kind: 'not_sent', cause: 'vault_unavailable' }),
  vault_refused: async (): Promise<Forwarded> => ({ kind: 'not_sent', cause: 'vault_refused' }),
  psp_refused: async (): Promise<Forwarded> => ({ kind: 'not_sent', cause: 'ECONNREFUSED' }),
  lost_before: async (): Promise<Forwarded> => lost,
  lost_after: async (send: Send): Promise<Forwarded> => {
    await send();
    return lost;
  },
} as const;

type Fault = keyof typeof faults;

let made = 0;

/** A session with a plan, whose forwards meet what `meet` says of each, counted from 0. */
const open = async (plan: readonly Taker[], meet: (account: Taker, index: number) => Fault | undefined) => {
  const store = createMemoryPaymentStore();
  const session = sampleSession(`cs_${String(++made).padStart(26, '0')}`, {
    routing: {
      rule: 'default',
      version: 1,
      override: null,
      plan: [...plan],
      skipped: [],
      failover: { on: ['rate_limited'], max_attempts: 3, attempt_timeout_ms: 5_000 },
    },
  });
  await store.commit([{ table: 'sessions', item: session, expects: 'absent' }]);
  const http = createTransport();
  let forwards = 0;
  let healed = false;
  const vault = scriptedVault(
    { number: '4242424242424242', cvc: '123' },
    simulators.urls,
    http,
    ({ account }, send) => {
      const fault = healed ? undefined : meet(account as Taker, forwards++);
      return fault && faults[fault](send);
    },
  );
  const adapters: Readonly<Record<Taker, PspAdapter>> = { ...registry };
  const connected = new Map<string, AnyMethodPsp>(
    takers.map((id) => {
      const { api_key = '', webhook_secrets = [], settings = {} } = simulators.credentials[id] ?? {};
      const account = {
        id,
        psp: id,
        base_url: simulators.urls[id] ?? '',
        livemode: false,
        settings,
        credentials: async () => ({ api_key, webhook_secrets }),
      };
      const adapter = adapters[id];
      return [
        id,
        throughVault({ vault, account, http, clock: Date }, (way) => adapter.connect(account, way)),
      ];
    }),
  );
  let ids = 0;
  const released: string[] = [];
  const ports: ConfirmPorts = {
    store,
    psps: {
      accounts: takers.map((id) => ({ id, psp: id, capabilities: adapters[id].capabilities })),
      connect: (id) => connected.get(id),
    },
    clock: { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    newId: (prefix) => `${prefix}_${String(++made).padStart(26, '0')}`,
    newWrite: () => `w${++ids}`,
    log: () => undefined,
    render: () => ({ status: 200, body: '{}' }),
    get deadline() {
      return Date.now() + 25_000;
    },
    recovery: { schedule_s: [60], shards: 1 },
    closedPsps: async () => new Set(),
    releaseCvc: async (released_token) => void released.push(released_token),
  };
  const current = async () => {
    const { payment_status, attempts } = (await store.session(session.id)) ?? session;
    return {
      payment_status,
      attempts: attempts.map(({ psp, outcome, code }) => [
        psp,
        outcome,
        ...(outcome === 'not_sent' ? [code] : []),
      ]),
      booked: (await bookedFor(attempts.map(({ charge }) => charge))).map(([psp]) => psp),
    };
  };
  return {
    released,
    stored: current,
    heal: () => {
      healed = true;
    },
    confirm: async () => {
      const result = await confirmSession(ports, {
        session: session.id,
        payment_method: method,
        return_url: () => 'https://pay.example/return',
      });
      return 'error' in result ? result.error.code : 'none';
    },
  };
};

/** Nothing was sent: 503, one attempt, nothing in any book; the same session is then paid by the same token, once. */
const expectEnded = async (
  { confirm, stored: current, heal, released }: Awaited<ReturnType<typeof open>>,
  code: string,
  before: readonly unknown[],
  psp: Taker,
) => {
  expect(await confirm()).toBe(code);
  expect(await current()).toEqual({
    payment_status: 'unpaid',
    attempts: [...before, [psp, 'not_sent', code]],
    booked: [],
  });
  expect(released).toEqual([]);
  heal();
  for (const other of takers) await steer(other, { kind: 'ok' });
  await confirm();
  expect(await current()).toMatchObject({ payment_status: 'paid', booked: [expect.anything()] });
};

const failures = ['vault_unavailable', 'vault_refused'] as const;

describe.each(takers)('%s: the first call', (psp) => {
  const other = otherOf(psp);
  const plan = [psp, other];
  const first = (fault: Fault) => (_: Taker, index: number) => (index === 0 ? fault : undefined);
  const always = (fault: Fault) => (account: Taker) => (account === psp ? fault : undefined);

  test.each(failures)('%s ends the confirm', async (code) => {
    await expectEnded(await open(plan, first(code)), code, [], psp);
  });

  test('the PSP refused the connection: the next PSP takes it', async () => {
    const { confirm, stored: current } = await open(plan, first('psp_refused'));
    expect(await confirm()).toBe('none');
    expect(await current()).toMatchObject({
      payment_status: 'paid',
      attempts: [
        [psp, 'not_sent', undefined],
        [other, 'captured'],
      ].map((row) => row.filter((cell) => cell !== undefined || row[1] === 'not_sent')),
      booked: [other],
    });
  });

  /** Where the card is only put away by the call that holds it, losing that call is a definite no. */
  const prepares = psp === 'stripe';

  test.each(['lost_before', 'lost_after'] as const)(
    '%s, for good: no other is tried unless the PSP cannot have charged',
    async (fault) => {
      const { confirm, stored: current, released } = await open(plan, always(fault));
      expect(await confirm()).toBe('none');
      const { payment_status, attempts, booked } = await current();
      if (prepares) {
        expect([payment_status, booked]).toEqual(['paid', [other]]);
        expect(attempts.map(([at, outcome]) => [at, outcome])).toEqual([
          [psp, 'not_sent'],
          [other, 'captured'],
        ]);
      } else if (psp === 'checkout_com' && fault === 'lost_after') {
        // It can be looked up, and the look-up does not go through the vault.
        expect([payment_status, booked]).toEqual(['paid', [psp]]);
      } else {
        expect([payment_status, attempts]).toEqual(['processing', [[psp, 'unknown']]]);
        expect(booked).toEqual(fault === 'lost_after' ? [psp] : []);
        // The same attempt may have to be repeated.
        expect(released).toEqual([]);
      }
    },
  );

  if (!prepares && psp !== 'checkout_com')
    test.each(['lost_before', 'lost_after'] as const)(
      '%s, once: the repeat under the same key pays, once',
      async (fault) => {
        const { confirm, stored: current, released } = await open(plan, first(fault));
        await confirm();
        expect(await current()).toEqual({
          payment_status: 'paid',
          attempts: [[psp, 'captured']],
          booked: [psp],
        });
        expect(released).toEqual([token]);
      },
    );
});

describe.each(['adyen', 'paypal'] as const)(
  '%s: the repeat of a call that was lost after its effect',
  (psp) => {
    const plan = [psp, otherOf(psp)];

    test.each([...failures, 'psp_refused', 'lost_before', 'lost_after'] as const)(
      '%s leaves it unknown',
      async (fault) => {
        const {
          confirm,
          stored: current,
          released,
        } = await open(plan, (_, index) => (index === 0 ? 'lost_after' : fault));
        expect(await confirm()).toBe('none');
        expect(await current()).toEqual({
          payment_status: 'processing',
          attempts: [[psp, 'unknown']],
          booked: [psp],
        });
        expect(released).toEqual([]);
      },
    );
  },
);

describe.each(takers)('%s: the call after a failover', (psp) => {
  const other = otherOf(psp);
  const at = (fault: Fault) => (account: Taker) => (account === psp ? fault : undefined);
  const opened = async (fault: Fault) => {
    await steer(other, { kind: 'rate-limit', only: 'authorize' });
    return open([other, psp], at(fault));
  };

  test.each(failures)('%s ends the confirm', async (code) => {
    await expectEnded(await opened(code), code, [[other, 'rate_limited']], psp);
  });

  test('the PSP refused the connection: 502, nothing charged', async () => {
    const { confirm, stored: current } = await opened('psp_refused');
    expect(await confirm()).toBe('psp_unavailable');
    expect(await current()).toMatchObject({ payment_status: 'unpaid', booked: [] });
  });

  test('lost after its effect: unknown if the PSP cannot tell, and charged once', async () => {
    const { confirm, stored: current } = await opened('lost_after');
    const ended = await confirm();
    const { payment_status, booked } = await current();
    if (psp === 'stripe') expect([ended, payment_status, booked]).toEqual(['psp_unavailable', 'unpaid', []]);
    else expect([payment_status, booked]).toEqual([psp === 'checkout_com' ? 'paid' : 'processing', [psp]]);
  });
});

/** "Authentication required", in each PSP's own code. Checkout.com takes no challenge without a security code. */
const insists = { stripe: 'authentication_required', adyen: '38' } as const;

describe.each(['stripe', 'adyen'] as const)('%s: the challenge after an issuer insisted', (psp) => {
  const second = (fault: Fault) => (_: Taker, index: number) => (index === 0 ? undefined : fault);
  const opened = async (fault: Fault) => {
    await steer(psp, { kind: 'decline', code: insists[psp] });
    return open([psp, otherOf(psp)], second(fault));
  };

  test.each(failures)('%s ends the confirm, with nothing charged', async (code) => {
    const { confirm, stored: current, released } = await opened(code);
    expect(await confirm()).toBe(code);
    expect(await current()).toEqual({
      payment_status: 'unpaid',
      attempts: [
        [psp, 'authentication_required'],
        [psp, 'not_sent', code],
      ],
      booked: [],
    });
    expect(released).toEqual([token]);
  });
});
