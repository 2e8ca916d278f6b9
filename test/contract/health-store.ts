import { beforeEach, expect, test } from '@jest/globals';
import type { HealthCount, HealthStore, HealthVerdict } from '../../lib/types/health.ts';
import type { RolloutArm, TrialCount } from '../../lib/types/trial.ts';

const at = 1_763_630_000;
const count = (psp: string, ok: number, failed: number, currency = 'eur'): HealthCount => ({
  psp,
  currency,
  technical: { ok: ok + failed, failed: 0 },
  approval: { ok, failed },
});
const verdict = (version: number): HealthVerdict => ({ version, computed_at: at + version, strata: [] });
const record = (rev: number, version = 0) => ({ rev, detector: `{"at":${rev}}`, version, told: 0 });

/** What every `HealthStore` does. `create` gives an empty one. */
export const describeHealthStore = (create: () => Promise<HealthStore>): void => {
  let store: HealthStore;
  beforeEach(async () => {
    store = await create();
  });

  test('parts of a window add up, each once, in the order of numbers within a shard', async () => {
    await store.addPart('one', { at, first: '9', last: '10', counts: [count('stripe', 2, 1)] });
    await store.addPart('one', { at, first: '9', last: '10', counts: [count('stripe', 2, 1)] });
    await store.addPart('one', { at, first: '10', last: '12', counts: [count('stripe', 90, 0)] });
    await store.addPart('one', {
      at,
      first: '11',
      last: '4421584500000000017450439091000000000000',
      counts: [count('stripe', 1, 0), count('adyen', 0, 2, 'usd')],
    });
    await store.addPart('two', { at, first: '1', last: '1', counts: [count('stripe', 4, 0)] });
    await store.addPart('two', { at: at + 5, first: '2', last: '3', counts: [count('adyen', 1, 0)] });
    expect(await store.windows([at - 5, at, at + 5])).toEqual([
      { at: at - 5, counts: [] },
      { at, counts: [count('adyen', 0, 2, 'usd'), count('stripe', 7, 1)] },
      { at: at + 5, counts: [count('adyen', 1, 0)] },
    ]);
  });

  test('a part of a hundred currencies at two PSPs is added whole, once', async () => {
    const currencies = Array.from({ length: 100 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    const counts = ['adyen', 'stripe'].flatMap((psp) => currencies.map((one) => count(psp, 1, 2, one)));
    for (let times = 0; times < 2; times++) await store.addPart('one', { at, first: '1', last: '9', counts });
    expect(await store.windows([at])).toEqual([{ at, counts }]);
  });

  test('what arms came to adds up beside it, by rollout, share and arm', async () => {
    const trial = (arm: RolloutArm, ok: number, failed: number, percent = 10): TrialCount => ({
      rule: 'default',
      version: 8,
      percent,
      arm,
      approval: { ok, failed },
    });
    const trials = [trial('candidate', 1, 0), trial('control', 7, 2)];
    await store.addPart('one', { at, first: '1', last: '2', counts: [count('stripe', 1, 0)], trials });
    await store.addPart('one', { at, first: '1', last: '2', counts: [count('stripe', 1, 0)], trials });
    await store.addPart('two', { at, first: '1', last: '1', counts: [], trials: [trial('candidate', 0, 3)] });
    await store.addPart('two', {
      at,
      first: '2',
      last: '3',
      counts: [],
      trials: [{ ...trial('candidate', 5, 0), version: 9 }, trial('candidate', 2, 0, 50)],
    });
    const [window] = await store.windows([at]);
    expect(window?.counts).toEqual([count('stripe', 1, 0)]);
    const sorted = [...(window?.trials ?? [])].sort((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
    );
    expect(sorted).toEqual([
      trial('candidate', 1, 3),
      trial('control', 7, 2),
      trial('candidate', 2, 0, 50),
      { ...trial('candidate', 5, 0), version: 9 },
    ]);
  });

  test('whether PSPs answered adds up beside it, by account, and alone if nothing else counts', async () => {
    const answers = [
      { psp: 'stripe', ok: 1, failed: 0 },
      { psp: 'adyen', ok: 0, failed: 2 },
    ];
    await store.addPart('one', { at, first: '1', last: '2', counts: [], answers });
    await store.addPart('one', { at, first: '1', last: '2', counts: [], answers });
    await store.addPart('two', {
      at,
      first: '1',
      last: '1',
      counts: [count('stripe', 1, 0)],
      answers: [{ psp: 'adyen', ok: 3, failed: 1 }],
    });
    const [window] = await store.windows([at]);
    expect(window?.counts).toEqual([count('stripe', 1, 0)]);
    expect(window?.answers?.toSorted((a, b) => (a.psp < b.psp ? -1 : 1))).toEqual([
      { psp: 'adyen', ok: 3, failed: 3 },
      { psp: 'stripe', ok: 1, failed: 0 },
    ]);
  });

  test('the record is replaced by one who saw the one before, with its verdicts or not at all', async () => {
    expect(await store.record()).toBeUndefined();
    expect(await store.verdict()).toBeUndefined();
    expect(await store.replace(record(1, 2), [verdict(1), verdict(2)])).toBe(true);
    expect(await store.replace(record(1, 9), [verdict(9)])).toBe(false);
    expect(await store.replace(record(3, 9), [verdict(9)])).toBe(false);
    expect(await store.replace(record(2, 2), [{ ...verdict(2), computed_at: 0 }])).toBe(false);
    expect(await store.record()).toEqual(record(1, 2));
    expect(await store.replace(record(2, 2), [])).toBe(true);
    expect(await store.record()).toEqual(record(2, 2));
    expect(await Promise.all([undefined, 1, 2, 9].map((version) => store.verdict(version)))).toEqual([
      verdict(2),
      verdict(1),
      verdict(2),
      undefined,
    ]);
  });
};
