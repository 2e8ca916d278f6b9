import { expect, test } from '@jest/globals';
import { recoveryShards } from '../../lib/runtime/payment-ports.ts';
import { readPage } from '../docs/read-blocks.ts';

/** The shards of the index, and the one for what has timed out. */
const shards = recoveryShards + 1;

test('what is reserved for recovery, which is also the most that runs, is enough for a backlog', () => {
  // The second run of a minute's shards goes on while the next minute's begins.
  const backlog = 2 * shards + 1;
  expect(readPage('docs/deploy.md')).toContain(`\`reserved_recovery: ${backlog}\``);
});
