import { describe, expect, test } from '@jest/globals';
import { operateCharge } from '../../lib/payments/operations/operate-charge.ts';
import { recoverCharge } from '../../lib/payments/reconcile/recover-charge.ts';
import { paypal } from '../../lib/psp/paypal/adapter.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { paypalSubject } from '../conformance/paypal.ts';
import { paypalOrder, paypalOrderId, paypalPayment } from '../conformance/paypal-events.ts';
import { connect, sampleAttempt } from '../conformance/samples.ts';
import { answered, scriptedTransport } from '../conformance/scripted-transport.ts';
import { oneCharge } from '../unit/payments/one-charge.ts';

const attempt = sampleAttempt({ reference: 'ch_1', amount: 4_000, capture_method: 'manual' });
const money = { amount: 4_000, currency: 'eur' };
const psp_reference = paypalOrderId(attempt);

/** PayPal as it is on the wire, with one hold. A capture of it is `PENDING` until it is `settled`, while the authorisation says `status` at once. */
const paypalWith = (status: string) => {
  let [invoice_id, capture] = ['', 'none'];
  const captured = () =>
    paypalPayment(attempt, money, {
      id: 'CAPTURE1',
      status: capture,
      invoice_id,
      ...(capture === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    });
  const order = () =>
    paypalOrder(attempt, money, {
      status: 'COMPLETED',
      payments: {
        authorizations: [
          paypalPayment(attempt, money, { id: 'HOLD1', status: capture === 'none' ? 'CREATED' : status }),
        ],
        ...(capture !== 'none' && { captures: [captured()] }),
      },
    });
  const answer = ({ method, url, body }: HttpRequest) => {
    const { pathname } = new URL(url);
    if (pathname === '/v1/oauth2/token')
      return answered(200, { access_token: 'A21AA', token_type: 'Bearer', expires_in: 32_400 });
    if (method === 'GET' && pathname === `/v2/checkout/orders/${psp_reference}`)
      return answered(200, order());
    if (method !== 'POST' || pathname !== '/v2/payments/authorizations/HOLD1/capture') return undefined;
    if (capture === 'none') [invoice_id, capture] = [JSON.parse(body ?? '').invoice_id, 'PENDING'];
    return answered(201, captured());
  };
  const { http, exchanges } = scriptedTransport(answer);
  return {
    psp: connect(paypalSubject, http),
    captures: () => exchanges.filter(({ request }) => request.url.endsWith('/capture')).length,
    settled: (end: 'COMPLETED' | 'DECLINED'): void => {
      capture = end;
    },
  };
};

/** A charge held at that PayPal, whose capture the merchant has asked for. */
const captureAt = async (status: string) => {
  const { psp, captures, settled } = paypalWith(status);
  const one = await oneCharge({
    charge: { psp_reference },
    capabilities: paypal.capabilities,
    psp: { ...psp, id: 'stripe' },
  });
  const ports = () => ({ ...one.ports, recovery: { schedule_s: [60, 300, 86_400], shards: 1 } });
  await operateCharge(ports(), 'capture', { charge: 'ch_1' });
  const look = async () => {
    one.pass(900_000);
    await recoverCharge(ports(), 'ch_1', { at_once: true });
    const { status: current, amount_captured } = await one.charge();
    return [current, amount_captured, (await one.session())?.payment_status];
  };
  return { look, captures, settled };
};

describe('9. a capture that PayPal is still working on, whatever it says of the authorisation', () => {
  test.each(['CREATED', 'PARTIALLY_CAPTURED', 'CAPTURED'])(
    '%s: paid once the capture is completed, and captured once',
    async (status) => {
      const { look, captures, settled } = await captureAt(status);
      expect(await look()).toEqual(['capturing', 0, 'authorized']);
      expect(await look()).toEqual(['capturing', 0, 'authorized']);
      settled('COMPLETED');
      expect(await look()).toEqual(['captured', 4_000, 'paid']);
      expect(captures()).toBe(1);
    },
  );
});
