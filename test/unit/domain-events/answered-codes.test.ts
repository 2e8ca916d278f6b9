import { expect, test } from '@jest/globals';
import { answeredCodes } from '../../../lib/domain-events/answered-codes.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import type { AttemptSummary, Session } from '../../../lib/types/session.ts';
import { sampleSession } from '../../contract/sample-records.ts';

type Outcome = AttemptSummary['outcome'];
const code = `vt_${'0'.repeat(26)}`;

const attempt = (outcome: Outcome, card_token?: string): AttemptSummary => ({
  charge: 'ch_1',
  psp: 'stripe',
  started: 1,
  outcome,
  ...(card_token !== undefined && { card_token }),
});

const codes = (before: Session['attempts'] | undefined, after: Session['attempts']) =>
  answeredCodes({
    table: 'sessions',
    at: 1_700_000_000_000,
    before: before && sampleSession('cs_1', { attempts: before }),
    after: sampleSession('cs_1', { rev: 2, attempts: after }),
  } as RecordChange);

/** After 3-D Secure, by a webhook, by recovery: no confirm is there to release the code. */
test.each<[Outcome, Outcome]>([
  ['requires_action', 'captured'],
  ['requires_action', 'authentication_failed'],
  ['requires_action', 'canceled'],
  ['unknown', 'approved'],
  [null, 'do_not_honor'],
])('an attempt that was %s and is %s has used up its code', (before, after) => {
  expect(codes([attempt(before, code)], [attempt(after, code)])).toEqual([code]);
});

test('so has one whose record before is not known', () => {
  expect(codes(undefined, [attempt('approved', code), attempt('captured', code)])).toEqual([code]);
});

test.each<[Outcome, Outcome]>([
  [null, 'requires_action'],
  [null, 'unknown'],
  ['requires_action', 'absent'],
  [null, 'not_sent'],
  ['approved', 'captured'],
])('from %s to %s, no code is newly used up', (before, after) => {
  expect(codes([attempt(before, code)], [attempt(after, code)])).toEqual([]);
});

test('a payment without the vault has no code, nor has another record', () => {
  expect(codes([attempt(null)], [attempt('captured')])).toEqual([]);
  expect(answeredCodes({ table: 'charges' } as RecordChange)).toEqual([]);
});
