import type { Attempt } from '../../lib/types/psp.ts';
import { paypalIds, paypalOrder, paypalOrderId, paypalPayment } from './paypal-objects.ts';
import { paypalVerifier } from './paypal-webhooks.ts';
import type { Return } from './psp-subject.ts';
import { moneyOf } from './samples.ts';
import { answered } from './scripted-transport.ts';

const authenticated = {
  status: 'APPROVED',
  payment_source: {
    card: {
      authentication_result: {
        liability_shift: 'POSSIBLE',
        three_d_secure: { enrollment_status: 'Y', authentication_status: 'Y' },
      },
    },
  },
};

const waiting = {
  status: 'PAYER_ACTION_REQUIRED',
  links: [{ href: 'https://www.sandbox.paypal.com/webapps/helios', rel: 'payer-action', method: 'GET' }],
};

const paid = (attempt: Attempt, scene: 'captured' | 'declined') =>
  paypalOrder(attempt, moneyOf(attempt), {
    status: 'COMPLETED',
    payments: {
      captures: [
        paypalPayment(attempt, moneyOf(attempt), {
          id: paypalIds.capture,
          ...(scene === 'captured'
            ? { status: 'COMPLETED' }
            : { status: 'DECLINED', processor_response: { response_code: '5100' } }),
        }),
      ],
    },
  });

/** PayPal sends the customer back with a token and a result; the order itself is what counts, and only our call pays it. */
export const paypalReturns: readonly Return[] = [
  {
    name: 'an order each, paid by our call',
    params: (attempt) => ({ token: paypalOrderId(attempt), liability_shift: 'POSSIBLE' }),
    play: (returned, scene, open) => (request) => {
      const { pathname } = new URL(request.url);
      const orders = '/v2/checkout/orders';
      if (pathname === `${orders}/${paypalOrderId(returned)}`)
        return answered(200, paypalOrder(returned, moneyOf(returned), authenticated));
      if (pathname === `${orders}/${paypalOrderId(returned)}/capture`)
        return answered(201, paid(returned, scene));
      if (pathname === `${orders}/${paypalOrderId(open)}`)
        return answered(200, paypalOrder(open, moneyOf(open), waiting));
      return paypalVerifier(request);
    },
  },
];
