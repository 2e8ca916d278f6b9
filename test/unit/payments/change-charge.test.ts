import { describe, expect, test } from '@jest/globals';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import {
  type Change,
  type ChargeOnly,
  changeCharge,
  type Records,
} from '../../../lib/payments/records/change-charge.ts';
import type { changeBy } from '../../../lib/payments/reports/apply.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { LogRecord, QuietRecord } from '../../../lib/types/ports.ts';
import { createMemoryPaymentStore, type StoreFaults } from '../../../local/memory/memory-payment-store.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';

const sample = sampleCharge('ch_1');
const lost = () => new ApiError('storage_unavailable', 'No answer.');

const setUp = async (faults: StoreFaults = {}) => {
  const store = createMemoryPaymentStore(faults);
  const session = sampleSession(sample.session, { charge: sample.id, payment_status: 'paid' });
  await store.commit([
    { table: 'charges', item: sample, expects: 'absent' },
    { table: 'sessions', item: session, expects: 'absent' },
  ]);
  const log: (string | LogRecord)[] = [];
  let writes = 0;
  let time = 1_000;
  const ports = {
    store: {
      ...store,
      commit: (...given: Parameters<typeof store.commit>) => {
        log.push('commit');
        return store.commit(...given);
      },
    },
    clock: { now: () => time, sleep: async (ms: number) => void log.push(`sleep ${ms}`) },
    newWrite: () => `write_${++writes}`,
    log: (event: LogRecord) => void log.push(event),
    deadline: 29_000,
    psps: { accounts: [] },
    recovery: { schedule_s: [60], shards: 1 },
  } as unknown as PaymentPorts;
  const records: Records = { charge: sample, session };
  /** Somebody else writes, so that the next commit finds other revisions. */
  const interfere = async (table: 'charges' | 'sessions'): Promise<void> => {
    const recorded = table === 'charges' ? await store.charge(sample.id) : await store.session(session.id);
    if (!recorded) throw new Error('nothing there');
    const item = { ...recorded, rev: recorded.rev + 1, write: `other_${recorded.rev}` };
    await store.commit([{ table, item, expects: recorded.rev } as never]);
  };
  return {
    ports,
    log,
    records,
    interfere,
    store,
    pass: (to: number) => {
      time = to;
    },
  };
};

/** Something harmless that is written. */
const touched = ({ charge, session }: Records): Change<string> => ({
  charge: { ...charge, events: [...(charge.events ?? []), `e${charge.events?.length ?? 0}`] },
  session: session && { ...session, metadata: { seen: 'yes' } },
  outcome: 'touched',
});

describe('changeCharge', () => {
  test('writes both records under one new write, one revision on, and reports around it', async () => {
    const { ports, log, records, store } = await setUp();
    const alarm = { event: 'alarm' } as unknown as LogRecord;
    const reported = { event: 'told' } as unknown as QuietRecord;
    const changed = await changeCharge(ports, records, (now) => ({
      ...touched(now),
      alarms: [alarm],
      logs: [reported],
    }));
    expect(changed).toEqual({
      outcome: 'touched',
      written: true,
      records: {
        charge: { ...sample, events: ['e0'], rev: 2, write: 'write_1' },
        session: { ...records.session, metadata: { seen: 'yes' }, rev: 2, write: 'write_1' },
      },
    });
    expect(await store.charge(sample.id)).toEqual(changed.records.charge);
    expect(await store.session(sample.session)).toEqual(changed.records.session);
    expect(log).toEqual([alarm, 'commit', reported]);
  });

  test('writes nothing for a change that changes nothing, and reports nothing of it', async () => {
    const { ports, log, records } = await setUp();
    const alarms = [{ event: 'alarm' } as unknown as LogRecord];
    const changed = await changeCharge(ports, records, (now) => ({ ...now, alarms, outcome: 'same' }));
    expect(changed).toEqual({ outcome: 'same', written: false, records });
    expect(log).toEqual([]);
  });

  test.each(['charges', 'sessions'] as const)(
    'decides again on the records as they stand if somebody was first with the %s',
    async (table) => {
      const { ports, records, interfere, store } = await setUp();
      await interfere(table);
      const { written } = await changeCharge(ports, records, touched);
      expect(written).toBe(true);
      const revisions = [(await store.charge(sample.id))?.rev, (await store.session(sample.session))?.rev];
      expect(revisions).toEqual(table === 'charges' ? [3, 2] : [2, 3]);
    },
  );

  test('reads the session again if only the charge was written, for both may have changed', async () => {
    const { ports, records, interfere } = await setUp();
    await interfere('charges');
    await interfere('sessions');
    const { records: after } = await changeCharge(ports, records, (now) => ({
      charge: touched(now).charge as Charge,
      outcome: undefined,
    }));
    expect(after.session?.rev).toBe(2);
  });

  test('reads both again if the store does not hand them back', async () => {
    const { ports, records, interfere } = await setUp();
    await interfere('charges');
    await interfere('sessions');
    const commit: typeof ports.store.commit = async (...given) => {
      const result = await ports.store.commit(...given);
      return result.ok ? result : { ...result, current: [] };
    };
    const busy = { ...ports, store: { ...ports.store, commit } };
    const { records: after } = await changeCharge(busy, records, touched);
    expect([after.charge.rev, after.session?.rev]).toEqual([3, 3]);
  });

  test('gives up after eight rounds, with longer and longer pauses from the third on', async () => {
    const { ports, log, records, interfere } = await setUp();
    const commit: typeof ports.store.commit = async (...given) => {
      await interfere('charges');
      return ports.store.commit(...given);
    };
    const busy = { ...ports, store: { ...ports.store, commit } };
    await expect(changeCharge(busy, records, touched)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: 'Another call is changing this payment. Try again.',
      details: { retry_after: 1 },
    });
    expect(log.filter((line) => line === 'commit')).toHaveLength(8);
    expect(log.filter((line) => String(line).startsWith('sleep'))).toEqual(
      [40, 80, 160, 320, 640, 1280].map((ms) => `sleep ${ms}`),
    );
  });

  test('takes a charge whose session was not read, which no transition takes', async () => {
    const { ports, store } = await setUp();
    const touch = ({ charge }: ChargeOnly) => touched({ charge, session: undefined });
    await changeCharge(ports, { charge: sample }, touch);
    expect(await store.charge(sample.id)).toMatchObject({ events: ['e0'] });
    // @ts-expect-error Without its session, the charge would count as given up.
    const forTransition: Parameters<typeof changeBy>[1] = { charge: sample };
    expect(forTransition).not.toHaveProperty('session');
  });

  test('stores nothing that breaks an invariant, and says what', async () => {
    const { ports, log, records, store } = await setUp();
    const change = changeCharge(ports, records, ({ charge }) => ({
      charge: { ...charge, amount_captured: 4_001 },
      outcome: undefined,
    }));
    await expect(change).rejects.toMatchObject({ code: 'internal' });
    expect(log).toEqual([
      {
        event: 'invariant_broken',
        charge: 'ch_1',
        psp: 'stripe',
        what: 'captured is not between 0 and the amount',
        stored: false,
      },
    ]);
    expect(await store.charge(sample.id)).toEqual(sample);
  });
});

describe('a write whose answer was lost', () => {
  const losing = async (when: 'before' | 'after', error: Error = lost()) => {
    const lose = { now: false };
    const scene = await setUp({
      [when]: (method: string) => {
        if (method === 'commit' && lose.now) throw error;
      },
    });
    lose.now = true;
    return scene;
  };

  test.each([
    ['happened', 'after', true],
    ['did not', 'before', false],
  ] as const)('%s: it is known by its own name', async (_, when, written) => {
    const { ports, records } = await losing(when);
    const change = changeCharge(ports, records, touched);
    if (written) expect(await change).toMatchObject({ written: true, outcome: 'touched' });
    else await expect(change).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  test('of a session alone is looked for among the sessions', async () => {
    const { ports, records } = await losing('after');
    const change = changeCharge(ports, records, (now) => ({
      session: touched(now).session,
      outcome: 'touched',
    }));
    expect(await change).toMatchObject({ written: true });
  });

  test('is not looked for without time to do it', async () => {
    const { ports, records, pass } = await losing('after');
    pass(29_000);
    await expect(changeCharge(ports, records, touched)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
  });

  test.each([new ApiError('internal', 'no'), new Error('no')])('is not meant by %s', async (error) => {
    const { ports, records } = await losing('after', error);
    await expect(changeCharge(ports, records, touched)).rejects.toBe(error);
  });
});
