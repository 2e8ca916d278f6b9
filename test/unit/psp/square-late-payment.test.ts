import { expect, test } from '@jest/globals';
import { call, moneyOf, sampleAccount, sampleAttempt } from '../../conformance/samples.ts';
import { answered, scriptedTransport } from '../../conformance/scripted-transport.ts';
import { squareSubject } from '../../conformance/square.ts';
import { squareIds, squarePayment } from '../../conformance/square-events.ts';

const minute = 60_000;
const attempt = sampleAttempt();

/** Square with one payment of the attempt, made so long after the attempt began, on this page of a list that keeps to the times asked for. */
const squareWith = (made_after: number, page = 0) => {
  const made = attempt.started + made_after;
  const payment = squarePayment(attempt, moneyOf(attempt), {
    status: 'COMPLETED',
    created_at: new Date(made).toISOString(),
  });
  const { http } = scriptedTransport(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === `/v2/payments/${squareIds.payment}`) return answered(200, { payment });
    if (pathname !== '/v2/payments') return undefined;
    const from = Date.parse(searchParams.get('begin_time') ?? '1970-01-01T00:00:00Z');
    const to = Date.parse(searchParams.get('end_time') ?? '9999-12-31T00:00:00Z');
    const shown = Number(searchParams.get('cursor') ?? 0);
    if (shown < page) return answered(200, { payments: [], cursor: String(shown + 1) });
    return answered(200, made >= from && made < to ? { payments: [payment] } : {});
  });
  return squareSubject.adapter.connect(sampleAccount(squareSubject), http);
};

// Absence is proved after 12 minutes at the earliest: a request that arrives after that has to be found, too.
test.each([1, 9, 11, 20, 60, 24 * 60])(
  'a payment that Square made %i minutes after the attempt began is found',
  async (minutes) => {
    const psp = squareWith(minutes * minute);
    expect(await psp.lookUp?.(attempt, call)).toMatchObject({
      outcome: 'captured',
      psp_reference: squareIds.payment,
    });
  },
);

test('a payment on a later page is found; one beyond the last page read is not called absent', async () => {
  expect(await squareWith(0, 4).lookUp?.(attempt, call)).toMatchObject({ outcome: 'captured' });
  expect(await squareWith(0, 5).lookUp?.(attempt, call)).toMatchObject({ outcome: 'unknown' });
});
