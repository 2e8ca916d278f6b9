import { createPaymentMethodBody } from '../lib/contract/bodies/create-payment-method-body.ts';
import { readKeptReceipt } from '../lib/http/read-receipt.ts';
import { renderPaymentMethod } from '../lib/http/render-payment-method.ts';
import { createPaymentMethod as route } from '../lib/http/routes.ts';
import { createPaymentMethod } from '../lib/payments/sessions/payment-methods.ts';
import { clock } from '../lib/runtime/clock.ts';
import { paymentStore } from '../lib/runtime/dynamodb.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { livemode } from '../lib/runtime/environment.ts';
import { changePaymentMethod } from '../lib/runtime/payment-methods.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { vaultSettings } from '../lib/runtime/vault-settings.ts';

readAhead(tokens.records);

export const handler = endpoint(route, createPaymentMethodBody, (call) =>
  changePaymentMethod(
    call,
    '',
    (ports) => {
      const { customer, token, receipt } = call.body;
      const trusted = vaultSettings();
      const given = readKeptReceipt(
        { token, receipt },
        trusted && { ...trusted, mode: livemode() ? 'live' : 'test' },
        call.started,
      );
      return createPaymentMethod({ ...ports, store: paymentStore(), clock }, { customer, ...given });
    },
    renderPaymentMethod,
  ),
);
