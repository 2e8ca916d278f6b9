import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { capture } from './capture.ts';
import { connectSquare } from './connection.ts';
import { fence } from './fence.ts';
import { lookUp } from './look-up.ts';
import { lookUpRefund } from './look-up-refund.ts';
import { readWebhook } from './read-webhook.ts';
import { refund } from './refund.ts';

/**
 * Square, Payments API. The account's settings name its `location_id` and the `notification_url` of its webhook subscription. `psp_token` is a
 * payment token of Square's own fields (`cnon:…`), or a card on file.
 */
export const square: PspAdapter = {
  capabilities,
  connect: (account, http) => {
    const connection = connectSquare(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(connection, attempt, request, call),
      // Square asks for 3-D Secure in its own fields, before there is a token: nobody is sent away, and a return is only looked at.
      completeAuthentication: (attempt, _, call) => lookUp(connection, attempt, call),
      lookUp: (attempt, call) => lookUp(connection, attempt, call),
      fence: (attempt, call) => fence(connection, attempt, call),
      capture: (attempt, operation, call) => capture(connection, attempt, operation, call),
      cancel: (attempt, _, call) => cancel(connection, attempt, call),
      refund: (attempt, operation, call) => refund(connection, attempt, operation, call),
      lookUpRefund: (attempt, operation, call) => lookUpRefund(connection, attempt, operation, call),
      readWebhook: (webhook) => readWebhook(account, webhook),
    };
  },
};
