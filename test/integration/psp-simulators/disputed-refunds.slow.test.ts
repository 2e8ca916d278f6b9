import { expect, test } from '@jest/globals';
import { cardRequest } from '../../conformance/samples.ts';
import { call, newAttempt, openAdapter } from './open-adapter.ts';

test.each([
  ['stripe', 'charge_disputed'],
  ['paypal', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'],
])('%s refunds nothing of a payment that is charged back', async (name, code) => {
  const adapter = await openAdapter(name);
  const attempt = newAttempt({ capture_method: 'automatic' });
  const paid = await adapter.psp.authorize(attempt, cardRequest(), call);
  if (paid.outcome !== 'captured') throw new Error(paid.outcome);
  const known = { ...attempt, psp_reference: paid.psp_reference };
  const refund = (id: string) => adapter.psp.refund(known, { id, amount: 1_000 }, call);

  await adapter.act('dispute', attempt.reference, 900);
  expect(await refund('re_1')).toMatchObject({ outcome: 'failed', reason: 'invalid_request', code });
  await adapter.act('lose', attempt.reference);
  expect(await refund('re_2')).toMatchObject({ outcome: 'failed', code });
  expect((await adapter.ledger()).refunds).toEqual([]);
  await adapter.close();
});
