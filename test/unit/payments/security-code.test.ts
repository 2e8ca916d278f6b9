import { expect, test } from '@jest/globals';
import { currentMethod } from '../../../lib/payments/confirm/security-code.ts';
import type { CardTokenMethod } from '../../../lib/types/given-method.ts';
import type { AttemptSummary } from '../../../lib/types/session.ts';
import { sampleSession } from '../../contract/sample-records.ts';

const token = 'vt_00000000000000000000000000';
const method: CardTokenMethod = {
  type: 'card_token',
  card: { token, bin: '411111', last4: '1111', exp_month: 12, exp_year: 2035 },
};

/** Seed 418: an approval that nobody heard, and that the PSP let go afterwards. */
test.each<[AttemptSummary['outcome'], boolean]>([
  ['canceled', true],
  ['do_not_honor', true],
  ['absent', false],
  ['not_sent', false],
  ['processor_error', false],
])('after an attempt that ended as %s the code is gone: %s', (outcome, gone) => {
  const attempt = { charge: 'ch_1', psp: 'stripe', outcome, started: 1, card_token: token };
  const current = currentMethod(sampleSession('cs_1', { attempts: [attempt] }), method);
  expect(current.type === 'card_token' && current.card.cvc_released === true).toBe(gone);
});
