import { describe, expect, test } from '@jest/globals';
import { returnTarget } from '../../../lib/http/return-target.ts';
import { returnCustomer } from '../../../lib/payments/confirm/return-customer.ts';
import type { LookUpResult } from '../../../lib/types/psp.ts';
import type { Session } from '../../../lib/types/session.ts';
import { oneCharge, refusalOf, type Scenario } from './one-charge.ts';

const id = 'cs_00000000000000000000000000';
const failed: LookUpResult = { outcome: 'authentication_failed' };
const took: LookUpResult = { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 4_000 };
const unknown: LookUpResult = { outcome: 'unknown', doubt: 'timeout' };
const urls = { success_url: 'https://shop.example/yes', cancel_url: 'https://shop.example/no' };

/** A customer who authenticates, at a PSP that answers the completion so; `during`: what happens in the pauses of a return. */
const authenticating = async (answer: () => Promise<LookUpResult>, changes: Scenario = {}) => {
  const pauses: number[] = [];
  const during: (() => Promise<unknown>)[] = [];
  const one = await oneCharge({
    charge: { outcome: 'requires_action', capture_method: 'automatic' },
    session: { ...urls, payment_status: 'requires_action', next_action: 'https://psp.example/3ds' },
    psp: { completeAuthentication: answer },
    ...changes,
  });
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
    await during.shift()?.();
  };
  const ports = Object.create(one.ports, {
    clock: { value: { ...one.ports.clock, sleep } },
  }) as typeof one.ports;
  const come = async (charge = 'ch_1'): Promise<string> => {
    const session = await returnCustomer(ports, { session: id, charge, params: { result: 'ok' } });
    return new URL(returnTarget(session)).pathname;
  };
  return { ...one, pauses, during, come };
};

const signal = () => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
};

/** Another process holds the attempt: it has claimed it, and waits for the PSP. */
const held = { charge: { outcome: 'requires_action', capture_method: 'automatic', completing: 1 } } as const;

describe('a customer comes back twice', () => {
  test.each([
    ['failed', failed, '/no'],
    ['has paid', took, '/yes'],
  ] as const)('from an attempt that %s: both returns wait for it', async (_, answer, path) => {
    let report: (answer: LookUpResult) => void = () => undefined;
    const asked = new Promise<LookUpResult>((resolve) => {
      report = resolve;
    });
    let calls = 0;
    const called = signal();
    const { come, during, pauses } = await authenticating(() => {
      calls += 1;
      called.give();
      return asked;
    });
    const first = come();
    await called.given;
    during.push(
      async () => undefined,
      async () => {
        report(answer);
        await first;
      },
    );
    expect(await come()).toBe(path);
    expect([await first, calls, pauses]).toEqual([path, 1, [250, 250]]);
    expect(await come()).toBe(path);
    expect(pauses).toHaveLength(2);
  });

  test('and nobody knows after two seconds: to success_url, having asked nobody again', async () => {
    const called = signal();
    const { come, pauses } = await authenticating(() => {
      called.give();
      return new Promise<LookUpResult>(() => {});
    });
    void come();
    await called.given;
    expect(await come()).toBe('/yes');
    expect(pauses).toEqual(Array(8).fill(250));
  });
});

describe('a webhook settles the attempt', () => {
  test.each([
    ['failed', failed, '/no'],
    ['paid', took, '/yes'],
  ] as const)('as %s while the answer to the return stays unknown', async (_, answer, path) => {
    const { come, during, receive: deliver } = await authenticating(async () => unknown);
    // The first pause is the completion's own, before its second try.
    during.push(
      async () => undefined,
      () =>
        deliver({
          claim: { about: 'authorization', result: answer },
          money: { amount: 4_000, currency: 'eur' },
        }),
    );
    expect(await come()).toBe(path);
  });

  test('as failed before the return', async () => {
    const { come, receive: deliver } = await authenticating(async () => took);
    await deliver({ claim: { about: 'authorization', result: failed } });
    expect(await come()).toBe('/no');
  });

  test.each([
    ['failed', failed, '/no', '/pay/cs_'],
    ['paid', took, '/yes', '/yes'],
  ] as const)('as %s between the two reads of a return', async (_, answer, path, page) => {
    const { ports, receive: deliver } = await authenticating(async () => unknown);
    let reads = 0;
    const read = async <R>(from: Promise<R>): Promise<R> => {
      const record = await from;
      reads += 1;
      if (reads === 1)
        await deliver({
          claim: { about: 'authorization', result: answer },
          money: { amount: 4_000, currency: 'eur' },
        });
      return record;
    };
    const store = {
      ...ports.store,
      charge: (asked: string) => read(ports.store.charge(asked)),
      session: (asked: string) => read(ports.store.session(asked)),
    };
    const late = Object.create(ports, { store: { value: store } }) as typeof ports;
    const session = await returnCustomer(late, { session: id, charge: 'ch_1', params: { result: 'ok' } });
    expect(new URL(returnTarget(session)).pathname).toBe(path);
    expect(new URL(returnTarget(session, 'https://api.example/pay')).pathname).toContain(page);
  });
});

describe('a return from an attempt before the last', () => {
  const since = (payment_status: Session['payment_status']) =>
    authenticating(async () => took, {
      charge: { outcome: 'authentication_failed' },
      session: { ...urls, payment_status, charge: 'ch_2' },
    });

  test.each(['requires_action', 'processing'] as const)('that is %s says so', async (payment_status) => {
    const { come, pauses } = await since(payment_status);
    expect(await refusalOf(come())).toMatchObject({ code: 'payment_in_progress', param: 'state' });
    expect(pauses).toEqual([]);
  });

  test.each([
    ['unpaid', '/no'],
    ['canceled', '/no'],
    ['paid', '/yes'],
    ['authorized', '/yes'],
  ] as const)('that left the session %s leads to %s', async (payment_status, path) => {
    const { come } = await since(payment_status);
    expect(await come()).toBe(path);
  });
});

test('a return that has no time left does not wait', async () => {
  const { come, ports, pauses } = await authenticating(async () => took, {
    ...held,
    session: { ...urls, payment_status: 'processing' },
  });
  Object.defineProperty(ports, 'deadline', { get: () => ports.clock.now() });
  expect(await come()).toBe('/yes');
  expect(pauses).toEqual([]);
});
