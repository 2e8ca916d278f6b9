import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { capture } from './capture.ts';
import { completeAuthentication } from './complete-authentication.ts';
import { connectPayPal } from './connection.ts';
import { lookUp } from './look-up.ts';
import { lookUpRefund } from './look-up-refund.ts';
import { readWebhook } from './read-webhook.ts';
import { refund } from './refund.ts';

/**
 * PayPal, cards over orders v2 and payments v2. The account's `api_key` is "<client id>:<secret>", its setting `webhook_id` the id of the
 * webhook that leads here. `psp_token` is the id of a vaulted card.
 */
export const paypal: PspAdapter = {
  capabilities,
  connect: (account, http) => {
    const connection = connectPayPal(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(connection, attempt, request, call),
      // The query the customer comes back with is anybody's: the order itself tells.
      completeAuthentication: (attempt, _, call) => completeAuthentication(connection, attempt, call),
      lookUp: (attempt, call) => lookUp(connection, attempt, call),
      capture: (attempt, operation, call) => capture(connection, attempt, operation, call),
      cancel: (attempt, _, call) => cancel(connection, attempt, call),
      refund: (attempt, operation, call) => refund(connection, attempt, operation, call),
      lookUpRefund: (attempt, operation, call) => lookUpRefund(connection, attempt, operation, call),
      readWebhook: (webhook) => readWebhook(connection, account, webhook),
    };
  },
};
