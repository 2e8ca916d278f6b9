import { splitBy, statsQuery } from '../lib/contract/filters/stats-query.ts';
import type { StatsObject } from '../lib/contract/stats.ts';
import { readQuery } from '../lib/http/read-query.ts';
import { retrieveStats } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { stats } from '../lib/runtime/stats.ts';

export const handler = endpoint(retrieveStats, undefined, async (call) => {
  const query = readQuery(call, statsQuery);
  const { from, to, interval, time_zone } = query;
  const asked = { from: from * 1000, to: to * 1000, interval, time_zone, by: splitBy(query) };
  const json: StatsObject = { object: 'stats', ...(await stats(asked)) };
  return { json };
});
