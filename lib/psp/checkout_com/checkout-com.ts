import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { capture } from './capture.ts';
import { completeAuthentication } from './complete-authentication.ts';
import { connectCheckoutCom } from './connection.ts';
import { lookUp } from './look-up.ts';
import { lookUpRefund } from './look-up-refund.ts';
import { readWebhook } from './read-webhook.ts';
import { refund } from './refund.ts';

/**
 * Checkout.com. `base_url` is the account's own host; the setting `three_ds: "on"` asks for 3-D Secure on every payment, which without it is
 * never asked for: an issuer that insists answers 20154.
 */
export const checkoutCom: PspAdapter = {
  capabilities,
  connect: (account, http) => {
    const connection = connectCheckoutCom(account, http);
    const settings = { three_ds: account.settings.three_ds === 'on' };
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(connection, settings, attempt, request, call),
      completeAuthentication: (attempt, params, call) =>
        completeAuthentication(connection, attempt, params, call),
      lookUp: (attempt, call) => lookUp(connection, attempt, call),
      capture: (attempt, operation, call) => capture(connection, attempt, operation, call),
      cancel: (attempt, operation, call) => cancel(connection, attempt, operation, call),
      refund: (attempt, operation, call) => refund(connection, attempt, operation, call),
      lookUpRefund: (attempt, operation, call) => lookUpRefund(connection, attempt, operation, call),
      readWebhook: (webhook) => readWebhook(account, webhook),
    };
  },
};
