import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { assumptions } from '../../infra/cost/cost-model.ts';
import { timed_writes } from '../../infra/cost/payment-calls.ts';
import { prices } from '../../infra/cost/prices.ts';
import { needsOf } from '../../infra/function-needs.ts';
import { recoveryMark } from '../../lib/charge/schedule.ts';
import { poll_seconds } from '../../lib/config/configuration-source.ts';
import { laneLimit, lanes, lanesOf } from '../../lib/outbound-webhooks/lanes.ts';
import { checksAtOnce, pace_ms, timeoutsInARow } from '../../lib/payments/recovery/account-lane.ts';
import { manyDue } from '../../lib/payments/recovery/recover-by-shard.ts';
import { leastForCheck_ms } from '../../lib/payments/recovery/recover-due.ts';
import { endsAtOnce, leastForPage_ms } from '../../lib/payments/sessions/expire-due.ts';
import { recoveryShards } from '../../lib/runtime/payment-ports.ts';
import { listAttributes, listPartitions } from '../../lib/storage/list-keys.ts';
import { tables } from '../../lib/storage/tables.ts';
import { rangeOfPrefix, valueAttributes } from '../../lib/storage/value-keys.ts';
import { base32 } from '../../lib/types/base32.ts';
import { readPage } from './read-blocks.ts';

const page = readPage('lib/README.md');
const [, section = ''] = /\n## At scale\n([\s\S]+)$/.exec(page) ?? [];
const rate = 1_000;
/** DynamoDB's limit for a partition. */
const units_a_second = 1_000;
const storage_ms = 10;

const thousands = (value: number): string => Math.floor(value).toLocaleString('en-US');

/** The share of the key that takes most, of ids as they are made, in whole percent. */
const busiest = (keyOf: (id: string, number: number) => string | number): number => {
  const count = 32_768;
  const keys = new Map<string | number, number>();
  for (let n = 0; n < count; n += 1) {
    const key = keyOf(`ch_${base32(createHash('sha256').update(String(n)).digest())}`, n);
    keys.set(key, (keys.get(key) ?? 0) + 1);
  }
  return Math.round((100 * Math.max(...keys.values())) / count);
};

describe('what a key of each index by time takes', () => {
  const listed = busiest((id) => listAttributes(id, 0).list_shard);
  const recovering = busiest(
    (id) =>
      recoveryMark(id, 0, { shards: recoveryShards } as Parameters<typeof recoveryMark>[2]).recover_shard,
  );
  const numbered = busiest(
    (id, number) => valueAttributes('reference', `order-${100_000 + number}`, { id, at: 0 }).reference_shard,
  );
  const laned = busiest((id) => lanesOf([id])[0] ?? 0);
  const list = listPartitions().length;
  test.each([
    ['open charges, `charges/recovery`', recoveryShards, timed_writes['charges/recovery'], recovering],
    ['unpaid sessions, `sessions/expiry`', list, timed_writes['sessions/expiry'], listed],
    ['sessions, `sessions/by_time`', list, timed_writes['sessions/by_time'], listed],
    [
      'sessions with a `reference` that counts up, `sessions/sorted_by_reference`',
      rangeOfPrefix('').partitions.length,
      1,
      numbered,
    ],
    ['charges, `charges/by_time`', list, timed_writes['charges/by_time'], listed],
    ['events, `events/by_time`', list, timed_writes['events/by_time'], listed],
    ['deliveries to one endpoint, `events/due`', lanes, 2, laned],
  ])('%s', (name, keys, writes, percent) => {
    const at_rate = (rate * writes * percent) / 100;
    const full = units_a_second / ((writes * percent) / 100);
    expect(section).toContain(
      `| ${name} | ${keys} | ${writes} | ${percent} % | ${thousands(at_rate)} | ${thousands(full)} |`,
    );
    expect(at_rate).toBeLessThan(units_a_second);
  });
});

test('no index is left out', () => {
  for (const { id, indexes } of tables)
    for (const { name } of indexes) expect(section).toContain(`\`${id}/${name}\``);
});

describe("recovery's throughput", () => {
  const { timeout_s, memory_mb } = needsOf('recover-charges');
  const run_ms = timeout_s * 1_000;
  const looking_ms = run_ms - leastForCheck_ms;
  const placed = (ms: number): number => (checksAtOnce * ms) / (assumptions.psp_ms + assumptions.own_ms);
  const backlog = recoveryShards * placed(60_000);

  test('a run, and a backlog', () => {
    expect(section).toContain(
      `${checksAtOnce} slots in a function, for ${looking_ms / 1000} s of each minute`,
    );
    expect(section).toContain(`${thousands(placed(looking_ms))} checks a minute at one account`);
    expect(section).toContain(
      `more than ${manyDue} charges are due, one function for each of the ${recoveryShards}`,
    );
    expect(section).toContain(
      `${recoveryShards * checksAtOnce} slots and ${thousands(backlog)} checks a minute, ${((100 * backlog) / 60 / rate).toFixed(1)} % of 1,000`,
    );
    // Two functions look for as long as a minute has.
    expect(2 * looking_ms).toBe(60_000);
  });

  test('what a backlog costs', () => {
    const starts = 1 + 2 * recoveryShards;
    const gb_seconds = (starts * timeout_s * memory_mb) / 1024;
    const dollars = gb_seconds * prices.lambda_gb_second_arm64;
    expect(section).toContain(`${starts} starts and $${dollars.toFixed(4)} a minute`);
  });

  test('calls a second', () => {
    expect(section).toContain(`one call in ${pace_ms} ms at most`);
    const calls = Math.floor((recoveryShards * checksAtOnce * 1_000) / pace_ms);
    expect(section).toContain(`at most ${calls} calls a second`);
    // Stripe's limit, above.
    expect(calls).toBeLessThan(100);
  });

  test('a circuit', () => {
    expect(page).toContain(`After ${timeoutsInARow} checks in a row that timed out`);
  });

  test('sessions that expire', () => {
    const ends = (ms: number) => (endsAtOnce * ms) / (2 * storage_ms) / 60;
    expect(section).toContain(`${thousands(ends(run_ms - leastForPage_ms))} sessions a second`);
    expect(section).toContain(
      `${thousands(ends(leastForCheck_ms - leastForPage_ms))} while it is busy with charges`,
    );
  });
});

describe('webhooks and rules', () => {
  test('an endpoint', () => {
    expect(section).toContain(
      `${lanes * laneLimit} requests at once: ${(lanes * laneLimit) / 0.1} events a second`,
    );
    expect(section).toContain(`in ${(lanes * laneLimit * 1000) / rate} ms`);
  });

  test('polls of AppConfig', () => {
    expect(needsOf('create-checkout-session').rules).toBe('read');
    const environments = (10 * rate * assumptions.own_ms) / 1000;
    expect(section).toContain(`share one session, which polls every ${poll_seconds} s`);
    expect(section).toContain(
      `enough for ${thousands(readsOfAnItem * poll_seconds)} environments; 10,000 payments per second need some ${thousands(environments)}`,
    );
  });
});

/** Strongly or not, of up to 4 KB: DynamoDB's limit for one partition, and so for one item. */
const readsOfAnItem = 3_000;

test('what it says of splitting is what DynamoDB does', () => {
  expect(section).not.toMatch(/before (the partitions split|DynamoDB splits)/);
});
