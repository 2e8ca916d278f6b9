import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  Charge,
  CheckoutSession,
  Dispute,
  Event,
  Export,
  Refund,
  RoutingRuleVersion,
  Stats,
  UnsentDelivery,
} from '../../../clients/server/src/generated/api-types.ts';
import type { Ledger } from '../../../local/psp/framework/ledger.ts';
import { until } from '../service/until.ts';
import { closeAll, folder, launch, ready } from './launch-service.ts';
import { type Program, runProgram } from './run-program.ts';

type Page<T> = { readonly data: readonly T[]; readonly has_more: boolean; readonly next_cursor: string };

type Moved = {
  readonly type: string;
  readonly at: string;
  readonly amount: number;
  readonly psp: string;
  readonly currency: string;
};

const eight_days_s = 8 * 86_400;

describe('npm start -- --demo', () => {
  const data = folder();
  let program: Program;
  let at: Awaited<ReturnType<typeof ready>>;
  let charges: readonly Charge[];
  let sessions: readonly CheckoutSession[];

  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${at.base_url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${at.api_key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as T;
  };
  const all = async <T>(path: string, cursor = ''): Promise<readonly T[]> => {
    const page = await ask<Page<T>>(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
    if (!page.has_more) return page.data;
    return [...page.data, ...(await all<T>(path, `&starting_after=${page.next_cursor}`))];
  };
  const ledgerOf = async (psp: string): Promise<Ledger> =>
    (await (await fetch(`${at.admin}/psps/${psp}/ledger`)).json()) as Ledger;

  beforeAll(async () => {
    program = launch(['--demo', '--data', data]);
    at = await ready(program);
    [charges, sessions] = await Promise.all([
      all<Charge>('/v1/charges'),
      all<CheckoutSession>('/v1/checkout/sessions'),
    ]);
  }, 120_000);
  afterAll(closeAll);

  test('a week of payments is there, and the terminal says so', () => {
    expect(program.stdout()).toContain(
      `A week of ${sessions.length} payments is in the console: ${at.console}`,
    );
    expect(sessions.length).toBeGreaterThan(300);
    const now = Date.now() / 1000;
    const ages = sessions.map(({ created }) => now - created);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeGreaterThan(7 * 86_400);
    expect(Math.max(...ages)).toBeLessThan(eight_days_s);
    expect(new Set(charges.map(({ psp }) => psp)).size).toBe(4);
    expect(new Set(charges.map(({ currency }) => currency)).size).toBe(5);
  });

  test('it has what a week brings', async () => {
    const outcomes = new Set(charges.map(({ outcome }) => outcome));
    for (const outcome of ['insufficient_funds', 'do_not_honor', 'not_sent', 'authentication_failed'])
      expect(outcomes).toContain(outcome);
    const [refunds, disputes, open, versions] = await Promise.all([
      all<Refund>('/v1/refunds'),
      all<Dispute>('/v1/disputes'),
      all<Charge>('/v1/charges?open=true'),
      ask<Page<RoutingRuleVersion>>('/v1/routing/rules/default/versions'),
    ]);
    expect(new Set(refunds.map(({ status }) => status))).toEqual(new Set(['succeeded', 'pending', 'failed']));
    expect(disputes.map(({ status }) => status).toSorted()).toEqual(['lost', 'lost', 'open', 'open', 'won']);
    expect(refunds).toHaveLength(charges.flatMap((charge) => charge.refunds).length);
    expect(open.length).toBeGreaterThanOrEqual(4);
    const reviewed = open.flatMap((charge) => charge.open).filter(({ needs_review }) => needs_review);
    expect(reviewed).toHaveLength(1);
    expect(sessions.filter(({ status }) => status === 'expired').length).toBeGreaterThan(5);
    expect(versions.data.map(({ version, state }) => `${version} ${state}`)).toEqual([
      '4 published',
      '3 superseded',
      '2 superseded',
      '1 superseded',
    ]);
    expect(versions.data.slice(0, 3).every(({ note, author }) => note && author)).toBe(true);
  });

  test('an answer that was lost is settled both ways, and its story can be read', () => {
    const attempts = sessions.flatMap(({ routing }) => routing.attempts);
    const doubted = attempts.filter(
      ({ latency_ms, settled_ms }) => (settled_ms ?? 0) > (latency_ms ?? 0) + 30_000,
    );
    const outcomes = doubted.map(({ outcome }) => outcome);
    expect(outcomes).toContain('captured');
    expect(outcomes.some((outcome) => outcome !== 'captured')).toBe(true);
  });

  test('the numbers are those of the charges, by PSP and currency', async () => {
    const to = Math.ceil(Date.now() / 1000);
    const { rows } = await ask<Stats>(
      `/v1/stats?from=${to - eight_days_s}&to=${to}&interval=day&by=psp,currency`,
    );
    const known = ({ outcome }: Charge): boolean =>
      outcome !== null && outcome !== 'unknown' && outcome !== 'requires_action';
    const sum = <T>(of: readonly T[], value: (one: T) => number): number =>
      of.reduce((total, one) => total + value(one), 0);
    for (const [name, of] of Map.groupBy(charges, ({ psp, currency }) => `${psp} ${currency}`)) {
      const counted = rows.filter(({ psp, currency }) => `${psp} ${currency}` === name);
      const expected = {
        attempts: of.filter(known).length,
        captured: sum(of, ({ amount_captured }) => amount_captured),
        refunded: sum(of, ({ refunds }) =>
          sum(refunds, ({ status, amount }) => (status === 'succeeded' ? amount : 0)),
        ),
        disputed: sum(of, ({ disputes }) => sum(disputes, ({ amount }) => amount)),
      };
      expect({
        name,
        attempts: sum(counted, ({ attempts }) => attempts),
        captured: sum(counted, ({ captured }) => captured?.amount ?? 0),
        refunded: sum(counted, ({ refunded }) => refunded?.amount ?? 0),
        disputed: sum(counted, ({ disputed }) => disputed?.amount ?? 0),
      }).toEqual({ name, ...expected });
    }
  });

  test('the exported money is that of the charges and of the numbers, each at its time', async () => {
    const to = Math.ceil(Date.now() / 1000) - 60;
    const from = to - eight_days_s;
    const { id } = await ask<Export>('/v1/exports', { what: 'movements', from, to, format: 'json' });
    const done = await until(
      () => ask<Export>(`/v1/exports/${id}`),
      ({ status }) => status !== 'running',
    );
    const moved = (await (await fetch(done.url ?? '')).json()) as readonly Moved[];
    expect(moved).toHaveLength(done.rows);
    const times = moved.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));

    const { rows } = await ask<Stats>(`/v1/stats?from=${from}&to=${to}&interval=day&by=psp,currency`);
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
    for (const [name, of] of Map.groupBy(moved, ({ psp, currency }) => `${psp} ${currency}`)) {
      const counted = rows.filter(({ psp, currency }) => `${psp} ${currency}` === name);
      const own = charges.filter(({ psp, currency }) => `${psp} ${currency}` === name);
      const all = (type: string): number =>
        sum(of.filter((one) => one.type === type).map(({ amount }) => amount));
      const captured = all('capture') - all('capture_failed');
      expect({ name, captured }).toEqual({ name, captured: sum(own.map((one) => one.amount_captured)) });
      expect({ name, captured, refunded: all('refund') - all('refund_failed') }).toEqual({
        name,
        captured: sum(counted.map((row) => row.captured?.amount ?? 0)),
        refunded: sum(counted.map((row) => row.refunded?.amount ?? 0)),
      });
      const held = own.flatMap(({ disputes }) =>
        disputes.filter(
          ({ status, stage }) => stage !== 'inquiry' && (status === 'open' || status === 'lost'),
        ),
      );
      expect({ name, disputed: all('dispute') - all('dispute_reversed') }).toEqual({
        name,
        disputed: sum(held.map(({ amount }) => amount)),
      });
    }
  });

  test('nobody was charged twice, and the PSPs’ books say the same', async () => {
    for (const { id, routing } of sessions) {
      const own = routing.attempts.map(({ charge }) => charges.find((one) => one.id === charge));
      const taken = own.filter((charge) => charge && charge.amount_captured > 0 && !charge.reversal);
      expect({ id, taken: taken.length }).toEqual({ id, taken: Math.min(taken.length, 1) });
    }
    for (const psp of ['stripe', 'adyen', 'checkout_com', 'paypal']) {
      const { payments } = await ledgerOf(psp);
      const of = charges.filter((charge) => charge.psp === psp && charge.open.length === 0);
      for (const { id, psp_reference, amount_captured } of of.filter((charge) => charge.psp_reference)) {
        const booked = payments.find((payment) => payment.id === psp_reference);
        expect({ id, captured: booked?.amount_captured ?? 0 }).toEqual({ id, captured: amount_captured });
      }
    }
  });

  test('events and entries of the audit trail have the times of the week', async () => {
    const failed = charges.find(({ refunds }) => refunds.some(({ status }) => status === 'failed'));
    const refund = failed?.refunds[0];
    const events = await all<Event>(`/v1/events?object=${refund?.id}`);
    expect(events.map(({ type }) => type)).toContain('refund.failed');
    for (const { created } of events) expect(Math.abs(created - (refund?.created ?? 0))).toBeLessThan(120);
    const entries = await all<{ readonly created: number }>(`/v1/audit?target=${refund?.id}`);
    expect(entries.map(({ created }) => created)).toEqual([refund?.created]);
  });

  test('deliveries have failed, and one of them arrives when it is sent again', async () => {
    const [endpoint] = (await ask<Page<{ readonly id: string }>>('/v1/webhook_endpoints')).data;
    const failed = await all<UnsentDelivery>(`/v1/deliveries?endpoint=${endpoint?.id}&status=failed`);
    expect(failed.length).toBeGreaterThan(0);
    await ask(`/v1/events/${failed[0]?.event}/resend`, {});
    const untilSent = async (): Promise<void> => {
      const left = await all<UnsentDelivery>(`/v1/deliveries?endpoint=${endpoint?.id}&status=failed`);
      if (left.length >= failed.length) await untilSent();
    };
    await untilSent();
  });

  test('its charges are refunded at their PSPs, and new payments go on', async () => {
    for (const psp of ['stripe', 'adyen', 'checkout_com', 'paypal']) {
      const charge = charges.find(
        (one) => one.psp === psp && one.amount_refundable === one.amount && one.open.length === 0,
      );
      const refund = await ask<Refund>('/v1/charges/refund', { charge: charge?.id, amount: 100 });
      expect(['succeeded', 'pending']).toContain(refund.status);
      const { refunds } = await ledgerOf(psp);
      expect(refunds.filter(({ payment }) => payment === charge?.psp_reference)).toHaveLength(1);
    }
    const { id } = await ask<CheckoutSession>('/v1/checkout/sessions', {
      amount: 2599,
      currency: 'usd',
      success_url: 'https://example.com/thanks',
    });
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
    const paid = await ask<CheckoutSession>(`/v1/checkout/sessions/${id}/confirm`, {
      payment_method: { type: 'card', card },
    });
    expect(paid.payment_status).toBe('paid');
    expect(paid.routing.version).toBe(4);
  });

  test('with payments already there, a second start adds none', async () => {
    program.child.kill('SIGINT');
    await program.ended;
    const again = launch(['--demo', '--data', data]);
    at = await ready(again);
    expect(again.stdout()).toContain('there are payments already');
    expect(await all('/v1/checkout/sessions')).toHaveLength(sessions.length + 1);
  });
});

describe('an option that there is not', () => {
  test.each([
    ['--dmeo', '(did you mean "demo"?)'],
    ['--datta', '(did you mean "data"?)'],
    ['--nothing-like-it', 'There is no option --nothing-like-it.'],
  ])('%s is refused with the nearest name', async (option, says) => {
    const refused = runProgram(process.execPath, ['local/start.ts', option]);
    expect(await refused.ended).toEqual({ code: 2, signal: null });
    expect(refused.stderr()).toContain(says);
  });
});
