import { storage } from '../../lib/runtime/dynamodb.ts';
import { absenceMargin, recoverySchedule } from '../../lib/runtime/environment.ts';
import { recoveryShards } from '../../lib/runtime/payment-ports.ts';
import { pspAccounts } from '../../lib/runtime/psp-accounts.ts';
import { tokens } from '../../lib/runtime/tokens.ts';
import type { LocalPsps } from '../psp/start-psps.ts';
import { seededRules } from '../service/seeded-rules.ts';
import { createChance } from './chance.ts';
import { createClockwork } from './clockwork.ts';
import { createDeliveries } from './deliveries.ts';
import { createEngine } from './engine.ts';
import type { MovedTime } from './moved-time.ts';
import { openEndpoint } from './open-endpoint.ts';
import { planRules } from './plan-rules.ts';
import { drawArrivals, length_ms, merchantAnswer, outageOf } from './plan-week.ts';
import { createRulePublisher } from './publish-rules.ts';
import { reachPsps } from './reach-psps.ts';
import { createRecordedStore } from './recorded-store.ts';
import { createRecorder } from './recorder.ts';
import { tellSpecialStories } from './special-stories.ts';
import { createStories, hour_ms } from './stories.ts';
import { createTroubles } from './troubles.ts';
import { createNoteWriter } from './write-notes.ts';
import { writeRecords } from './write-records.ts';

const seed = 20_261_127;
/** Special stories have the numbers below. */
const firstGuest = 1_000;

export type WeekParts = {
  readonly time: MovedTime;
  /** Unix milliseconds. */
  readonly end: number;
  readonly psps: LocalPsps;
  readonly base_url: string;
};

/**
 * A week of payments that ends now: the service's own use-cases over its own adapters and the simulated PSPs that run here, in time that is moved to
 * the past. Writes the records, and what follows from them, at the times at which they were made. Resolves to the number of payments.
 */
export const writeWeek = async (week: WeekParts): Promise<number> => {
  const { time, end, psps, base_url } = week;
  const world = await createWorld(week);
  const { chance, engine, deliveries, recorder, held } = world;
  const stories = createStories(world);
  for (const [index, arrival] of drawArrivals(chance, end).entries())
    stories.later(arrival, () => stories.customer(firstGuest + index));
  tellSpecialStories(world, stories);
  planRules(world.rules, stories.later);
  stories.later(hour_ms, () => openEndpoint(time, recorder, deliveries, base_url));
  for (let at = hour_ms; at < length_ms; at += hour_ms) stories.later(at, recorder.foldHealth);
  const clockwork = createClockwork(time, engine, deliveries);
  await time.passUntil(end, clockwork.plan);
  clockwork.end();
  for (const simulator of psps.simulators.values()) simulator.listen(undefined);
  await writeRecords(storage(), { held, recorder, webhooks: deliveries.store });
  time.release();
  return held.sessions.size;
};

const createWorld = async ({ time, end, psps, base_url }: WeekParts) => {
  const chance = createChance(seed);
  const accounts = pspAccounts();
  const { simulators } = psps;
  const troubles = createTroubles(time.now, chance, [outageOf(end)]);
  const deliveries = createDeliveries(time, chance, (outgoing) => merchantAnswer(end, time.now, outgoing));
  const recorder = createRecorder(time, false, deliveries.send);
  const { record, health } = recorder;
  const { store, held } = createRecordedStore(time.now, record);
  const publishing = { clock: time, newId: chance.newId, record };
  const rules = createRulePublisher(accounts, seededRules(end - length_ms), publishing);
  const { signing_keys } = await tokens.sessions();
  const engine = createEngine({
    ...{ time, chance, store, held, simulators, base_url },
    psps: reachPsps(psps, accounts, { time, chance, mishaps: troubles.mishaps }),
    rules: rules.inForce,
    verdict: () => health.verdict(),
    recovery: { schedule_s: recoverySchedule(), shards: recoveryShards, ...absenceMargin() },
    signing_key: signing_keys[0].id,
    record_keys: await tokens.records(),
    isLost: troubles.isLost,
  });
  const note = createNoteWriter({ time, chance, held, recorder });
  const chanceOf = (customer: number) => createChance(seed + 7_919 * customer);
  return {
    time,
    end,
    chance,
    chanceOf,
    engine,
    held,
    simulators,
    troubles,
    deliveries,
    recorder,
    rules,
    note,
  };
};
