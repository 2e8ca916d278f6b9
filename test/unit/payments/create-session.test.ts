import { describe, expect, test } from '@jest/globals';
import {
  type CreateCommand,
  type CreatePorts,
  createSession,
} from '../../../lib/payments/sessions/create-session.ts';
import { square } from '../../../lib/psp/square/adapter.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { HealthVerdict } from '../../../lib/types/health.ts';
import type { RulesDocument } from '../../../lib/types/routing.ts';
import type { Session } from '../../../lib/types/session.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { sampleSession } from '../../contract/sample-records.ts';

const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;

const command: CreateCommand = {
  id: 'cs_00000000000000000000000000',
  amount: 2599,
  currency: 'eur',
  success_url: 'https://shop.example/thanks',
  routing_rule: 'default',
  capture_method: 'automatic',
  expires_in: 86_400,
  metadata: {},
  livemode: false,
  signing_key: 'k1',
  idempotency,
};

const rule = {
  name: 'default',
  targets: [{ psp: 'stripe', weight: 1 }],
  failover: { on: [], max_attempts: 1, attempt_timeout_ms: 8000 },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: [],
  version: 1,
  created: 1,
} as const;

const setUp = (
  psps: readonly ('stripe' | 'square')[] = ['stripe'],
  verdict?: HealthVerdict,
  sessionsOf: CreatePorts['sessionsOf'] = async () => [],
) => {
  let asked = 0;
  const closed = new Set<string>();
  let document: RulesDocument | undefined = { rules: { default: rule } };
  const ports = {
    store: createMemoryPaymentStore(),
    clock: { now: () => 1_800_000_000_000, sleep: async () => {} },
    newWrite: () => 'req_1.1',
    render: (_: unknown, view: string) => ({ status: 200, body: `{"first":true,"view":"${view}"}` }),
    log: () => undefined,
    accounts: psps.map((id) => ({ id, psp: id, capabilities: { stripe, square }[id].capabilities })),
    rules: async () => {
      if (!document) throw new ApiError('routing_unavailable', 'No rules.');
      return document;
    },
    verdict: async () => {
      asked++;
      return verdict;
    },
    sessionsOf,
    closedPsps: async () => closed,
  };
  return {
    asked: () => asked,
    closed,
    create: (changes: Partial<CreateCommand> = {}) => createSession(ports, { ...command, ...changes }),
    setRules: (next: RulesDocument | undefined) => {
      document = next;
    },
  };
};

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

describe('createSession', () => {
  test.each([
    ['the rule is gone', { rules: {} }],
    ['no rules can be read', undefined],
  ])('a repeated call gets its first answer although %s now', async (_, rules) => {
    const { create, setRules } = setUp();
    const replay = { status: 200, body: '{"first":true,"view":"full"}' };
    expect(await create()).toEqual({ replay, first: true });
    setRules(rules);
    expect(await create()).toEqual({ replay, first: false });
  });

  test('what is remembered is what its caller may see', async () => {
    const { create } = setUp();
    const asked = { idempotency: { ...idempotency, view: 'redacted' } } as const;
    const replay = { status: 200, body: '{"first":true,"view":"redacted"}' };
    expect(await create(asked)).toEqual({ replay, first: true });
    expect(await create({ ...asked, routing_rule: 'gone' })).toEqual({ replay, first: false });
  });

  test('another request under the key is refused, also where it would be refused for its rule', async () => {
    const { create } = setUp();
    await codeOf(create());
    const other = { ...idempotency, hash: 'other' };
    expect(await codeOf(create({ idempotency: other, routing_rule: 'gone' }))).toBe('idempotency_key_reused');
  });

  test('a first call that is refused is refused', async () => {
    const { create } = setUp();
    expect(await codeOf(create({ routing_rule: 'gone' }))).toBe('routing_rule_not_found');
    expect(await codeOf(create({ currency: 'xyz' }))).toBe('no_eligible_psp');
  });

  test('without a key the session itself is answered', async () => {
    const { create } = setUp();
    expect(await create({ idempotency: undefined as never })).toMatchObject({
      session: { id: command.id, payment_status: 'unpaid', attempts: [], routing: { plan: ['stripe'] } },
    });
  });

  test('routes by the country of the customer, if it is known', async () => {
    const { create, setRules } = setUp();
    const abroad = { when: { country: ['FR'] }, targets: [{ psp: 'stripe', weight: 1 }] };
    setRules({ rules: { default: { ...rule, overrides: [abroad] } } });
    const planned = async (changes: Partial<CreateCommand>) => {
      const result = await create({ idempotency: undefined as never, ...changes });
      return 'session' in result ? [result.session.country, result.session.routing.override] : result;
    };
    expect(await planned({ id: 'cs_1' })).toEqual([undefined, null]);
    expect(await planned({ id: 'cs_2', country: 'FR' })).toEqual(['FR', 0]);
    expect(await planned({ id: 'cs_3', country: 'DE' })).toEqual(['DE', null]);
  });

  describe('a closed PSP', () => {
    const targets = [
      { psp: 'stripe', weight: 1 },
      { psp: 'square', weight: 0 },
    ];
    const arrange = (...psps: readonly string[]) => {
      const { create, setRules, closed } = setUp(['stripe', 'square']);
      setRules({ rules: { default: { ...rule, targets } } });
      for (const psp of psps) closed.add(psp);
      return create;
    };

    test('is not planned, and the session says why', async () => {
      expect(await arrange('stripe')({ idempotency: undefined as never })).toMatchObject({
        session: { routing: { plan: ['square'], skipped: [{ psp: 'stripe', reason: 'psp_closed' }] } },
      });
    });

    test('if nobody else is left, the call is in order: 502, not 400', async () => {
      await expect(arrange('stripe', 'square')()).rejects.toMatchObject({
        code: 'psp_unavailable',
        message: expect.stringContaining('stripe: psp_closed, square: psp_closed'),
      });
      expect(await codeOf(arrange('stripe', 'square')({ currency: 'xyz' }))).toBe('no_eligible_psp');
    });

    test('a repeat gets the first answer', async () => {
      const { create, closed } = setUp();
      await create();
      closed.add('stripe');
      expect(await create()).toMatchObject({ replay: expect.anything(), first: false });
      expect(await codeOf(create({ id: 'cs_2', idempotency: { ...idempotency, key: 'other' } }))).toBe(
        'psp_unavailable',
      );
    });
  });

  describe('a statement descriptor', () => {
    const planned = (changes: Partial<CreateCommand>) => {
      const { create, setRules } = setUp(['stripe', 'square']);
      const targets = [
        { psp: 'stripe', weight: 1 },
        { psp: 'square', weight: 1 },
      ];
      setRules({ rules: { default: { ...rule, targets } } });
      return create({ idempotency: undefined as never, ...changes });
    };

    test('that any PSP of the plan takes is kept, for those that take it', async () => {
      expect(await planned({ statement_descriptor: 'TICKETS' })).toMatchObject({
        session: { statement_descriptor: 'TICKETS' },
      });
      // 21 characters: Square takes 20.
      expect(await planned({ statement_descriptor: `TICKETS ${'1'.repeat(13)}` })).toMatchObject({
        session: { routing: { plan: expect.arrayContaining(['stripe', 'square']) } },
      });
    });

    test.each([
      ['longer than any takes', 'x'.repeat(25), {}],
      ['that only a PSP takes which cannot take the amount', `TICKETS ${'1'.repeat(13)}`, { amount: 49 }],
    ])('%s is refused', async (_, statement_descriptor, changes) => {
      await expect(planned({ statement_descriptor, ...changes })).rejects.toMatchObject({
        code: 'parameter_invalid',
        details: { param: 'statement_descriptor' },
      });
    });
  });
});

describe('health', () => {
  const verdict: HealthVerdict = {
    version: 7,
    computed_at: 1_800_000_000,
    strata: [
      {
        psp: 'stripe',
        currency: null,
        state: 'sick',
        signal: 'approval',
        rate: 0.5,
        interval: [0.4, 0.6],
        baseline: 0.9,
        n: 80,
        evidence: 20,
        weight_factor: 0.05,
        until: 1_800_000_060,
      },
    ],
  };
  const targets = [
    { psp: 'stripe', weight: 50 },
    { psp: 'square', weight: 50 },
  ];
  const ruleIn = (mode: 'off' | 'observe' | 'steer') => ({
    rules: { default: { ...rule, targets, health: { mode, max_shift: 30, min_share: 0 } } },
  });
  const routingOf = async (mode: 'off' | 'observe' | 'steer', known?: HealthVerdict) => {
    const { create, setRules, asked } = setUp(['stripe', 'square'], known);
    setRules(ruleIn(mode));
    const { idempotency: _, ...plain } = command;
    const created = await create({ ...plain, idempotency: undefined } as never);
    return { routing: 'session' in created ? created.session.routing : undefined, asked: asked() };
  };

  test.each(['off', 'observe'] as const)('a rule in %s asks for no verdict', async (mode) => {
    const { routing, asked } = await routingOf(mode, verdict);
    expect([routing?.health, routing?.draw, asked]).toEqual([
      undefined,
      [
        ['stripe', 50],
        ['square', 50],
      ],
      0,
    ]);
  });

  test('a rule that steers is drawn under the verdict, and says so', async () => {
    const { routing, asked } = await routingOf('steer', verdict);
    expect(asked).toBe(1);
    expect(routing?.health).toEqual({
      version: 7,
      adjusted: [{ psp: 'stripe', weight: 50, to: expect.closeTo(12.5), reason: 'approval', n: 80 }],
    });
  });

  test('without a verdict it draws with its own weights', async () => {
    const { routing, asked } = await routingOf('steer');
    expect([routing?.health, routing?.draw?.[0], asked]).toEqual([undefined, ['stripe', 50], 1]);
  });

  describe('of a reference that', () => {
    const now_s = 1_800_000_000;
    const other = (changes: Partial<Session> = {}) =>
      sampleSession('cs_other', { reference: 'order-1', expires_at: now_s + 60, ...changes });
    const warned = async (found: readonly Session[] | Error, changes: Partial<CreateCommand> = {}) => {
      const { create } = setUp(['stripe'], undefined, async (reference) => {
        expect(reference).toBe('order-1');
        if (found instanceof Error) throw found;
        return found;
      });
      const asked = { reference: 'order-1', idempotency: undefined as never, ...changes };
      const result = await create(asked);
      return 'warnings' in result ? result.warnings : result;
    };
    const warning = (message: RegExp) => [
      { code: 'reference_in_use', param: 'reference', message: expect.stringMatching(message) },
    ];

    test.each([
      [
        'is open',
        { payment_status: 'unpaid' },
        /^reference: session cs_other has the same and is open\. Both/,
      ],
      ['is being paid, long after it expired', { payment_status: 'processing', expires_at: 1 }, /is open/],
      ['waits for its customer', { payment_status: 'requires_action', expires_at: 1 }, /is open/],
      ['is authorized', { payment_status: 'authorized', expires_at: 1 }, /is authorized\./],
      ['is paid', { payment_status: 'paid', expires_at: 1 }, /is paid\./],
    ] as const)('%s warns', async (_, changes, message) => {
      expect(await warned([other(changes)])).toEqual(warning(message));
    });

    test.each([
      ['has expired', [other({ payment_status: 'unpaid', expires_at: now_s })]],
      ['was ended', [other({ payment_status: 'unpaid', expired_at: 1 })]],
      ['was canceled', [other({ payment_status: 'canceled' })]],
      ['is its own, repeated', [other({ id: command.id })]],
      ['nobody used', []],
      ['cannot be looked up', new Error('The storage did not answer.')],
    ])('%s does not', async (_, found) => {
      expect(await warned(found)).toEqual([]);
    });

    test('a paid one is named before an open one', async () => {
      const open = other({ id: 'cs_open', payment_status: 'unpaid' });
      const found = [open, other({ payment_status: 'paid' })];
      expect(await warned(found)).toEqual(warning(/session cs_other .* is paid/));
    });

    test('says whether both can be paid', async () => {
      const open = other({ payment_status: 'unpaid' });
      expect(await warned([open], { order: 'o' })).toEqual(warning(/Both can be paid: pay_once/));
      expect(await warned([{ ...open, order: 'o' }])).toEqual(warning(/Both can be paid: pay_once/));
      expect(await warned([{ ...open, order: 'o' }], { order: 'o' })).toEqual(warning(/Only one of the two/));
    });

    test('is not looked up without a reference', async () => {
      const { create } = setUp(['stripe'], undefined, () => Promise.reject(new Error('Not to be asked.')));
      expect(await create({ idempotency: undefined as never })).toMatchObject({ warnings: [] });
    });
  });
});
