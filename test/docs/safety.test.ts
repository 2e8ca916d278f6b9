import { expect, test } from '@jest/globals';
import { faultKinds } from '../simulation/faults.ts';
import { readPage } from './read-blocks.ts';

test('docs/safety.md counts the kinds of fault of the simulator', () => {
  expect(readPage('docs/safety.md')).toContain(`each of ${faultKinds.length} kinds of fault`);
});
