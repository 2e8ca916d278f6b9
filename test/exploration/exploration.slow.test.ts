import { expect, test } from '@jest/globals';
import { mutants } from '../simulation/mutants/mutants.ts';
import { startWorker } from './command/start-worker.ts';
import { exploreScope } from './explore-scope.ts';
import { jobNamed } from './jobs.ts';
import { noBudget, type ScopePlan, scopeOf, sessionId } from './scope.ts';
import { namedScope } from './scopes.ts';
import { hashOf } from './state-hash.ts';
import { choicesOf } from './steps/choices-of.ts';
import { replayPath } from './walk-scope.ts';

const confirm = { kind: 'confirm', session: sessionId(0) } as const;

/** Small enough to be explored without any reduction. */
const tiny = (plan: Partial<ScopePlan> = {}) =>
  scopeOf({
    name: 'tiny',
    psps: ['stripe', 'checkout_com'],
    sessions: [{}, {}],
    works: () => [confirm, { kind: 'confirm', session: sessionId(1) }],
    budget: { any: 1, crash: 1, lost: 1, late: 1, twice: 1, refused: 1 },
    ...plan,
  });

/** The PSP executes every repeat anew, whatever its adapter says. */
const liar = () =>
  tiny({
    psps: ['stripe'],
    sessions: [{}],
    works: () => [confirm],
    actual: { stripe: { idempotency: { kind: 'none', window_ms: 0 } } },
  });

test('a whole scope is explored, and nothing is broken in it', async () => {
  const explored = await exploreScope(namedScope(jobNamed('returns/adyen')));
  expect(explored).toMatchObject({ complete: true, violations: [], share: 1 });
  expect(explored.states).toBeGreaterThan(1_000);
  expect(explored.ends.size).toBeGreaterThan(10);
});

test.each([
  ['two sessions', tiny({ psps: ['stripe'], budget: { decline: 1 } })],
  ['two confirms of one', tiny({ works: () => [confirm, confirm], sessions: [{}] })],
  ['two sessions of one order', tiny({ sessions: [{ order: 'o1' }, { order: 'o1' }] })],
])('the reduction keeps every end: %s', async (_, scope) => {
  const whole = await exploreScope(scope, { reduced: false, all: true });
  const reduced = await exploreScope(scope, { all: true });
  expect([whole.complete, reduced.complete]).toEqual([true, true]);
  expect(reduced.ends).toEqual(whole.ends);
  expect([whole.violations, reduced.violations]).toEqual([[], []]);
  expect(reduced.steps).toBeLessThan(whole.steps);
});

test('the reduction keeps every kind of violation', async () => {
  const kinds = async (reduced: boolean): Promise<readonly string[]> => {
    const { violations, complete } = await exploreScope(liar(), { reduced, all: true });
    expect(complete).toBe(true);
    return [...new Set(violations.map(({ what }) => what.replace(/_0\w+/g, '')))].sort();
  };
  const whole = await kinds(false);
  expect(whole).not.toEqual([]);
  expect(await kinds(true)).toEqual(whole);
});

test('a schedule that breaks something breaks it again when it is replayed', async () => {
  const { violations } = await exploreScope(liar());
  const [violation] = violations;
  const lines: string[] = [];
  const again = await replayPath(liar(), violation?.path ?? [], (line) => lines.push(line));
  expect(again).toBe(violation?.what);
  expect(lines.join('\n')).toContain('its answer is lost');
});

test('worlds that differ in names alone are one', async () => {
  const { setting, world } = await tiny({ sessions: [{}], works: () => [confirm, confirm] }).begin();
  const [first, second] = choicesOf(setting, { ...world, budget: noBudget });
  const [one, other] = [await first?.next(), await second?.next()];
  expect(one && other && hashOf(one.world)).toBe(other && hashOf(other.world));
  expect(one && hashOf(one.world)).not.toBe(hashOf(world));
});

test('a planted mistake is found', async () => {
  const mutant = mutants.find(({ name }) => name === 'an unknown outcome is written off as failed');
  if (!mutant) throw new Error('none has that name');
  const reports = await startWorker({ jobs: [jobNamed('confirms/bare')], seconds: 30, mutant });
  expect(reports.at(-1)?.exploration.violations).not.toEqual([]);
});
