import { type Stats, statsOf } from '../domain-events/stats-of.ts';
import { createHourCounters } from '../storage/hour-counters.ts';
import type { StatsQuery } from '../types/stats.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';

/** Throws as `statsOf` does. */
export const stats = (query: StatsQuery): Promise<Stats> =>
  statsOf({ counters: createHourCounters(storage()), clock }, query);
