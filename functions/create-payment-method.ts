import { clock } from '../lib/edge/clock.ts';
import { paymentStore } from '../lib/edge/dynamodb.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { livemode } from '../lib/edge/environment.ts';
import { changePaymentMethod } from '../lib/edge/payment-methods.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { vaultSettings } from '../lib/edge/vault-settings.ts';
import { readKeptReceipt } from '../lib/http/read-receipt.ts';
import { createPaymentMethod as route } from '../lib/http/routes.ts';
import { createPaymentMethodBody } from '../lib/http/schemas/create-payment-method-body.ts';
import { createPaymentMethod } from '../lib/payments/payment-methods.ts';

readAhead(tokens.records);

export const handler = endpoint(route, createPaymentMethodBody, (call) =>
  changePaymentMethod(call, '', (ports) => {
    const { customer, token, receipt } = call.body;
    const trusted = vaultSettings();
    const given = readKeptReceipt(
      { token, receipt },
      trusted && { ...trusted, mode: livemode() ? 'live' : 'test' },
      call.started,
    );
    return createPaymentMethod({ ...ports, store: paymentStore(), clock }, { customer, ...given });
  }),
);
