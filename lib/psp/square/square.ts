import type { PspAdapter } from '../psp-adapter.ts';
import { authorize, tokenKind } from './authorize.ts';
import { capabilities } from './capabilities.ts';
import { connectSquare } from './connection.ts';
import { errorOutcomes } from './error-outcomes.ts';
import { cancel, capture, lookUpRefunds, refund } from './operations.ts';
import { fence, lookUp } from './payment.ts';
import { readWebhook } from './read-webhook.ts';

/**
 * Square, Payments API. The account's settings are its `location_id` and the `notification_url` of its webhook subscription. `psp_token` is a payment
 * token of Square's own fields (`cnon:…`), or a card on file.
 */
export const square: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(errorOutcomes, code),
  connect: (account, http) => {
    const connection = connectSquare(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(connection, attempt, request, call),
      tokenKind,
      // Square runs 3-D Secure in its own fields, before it makes a token: nobody is redirected, and a return is only a look-up.
      completeAuthentication: (attempt, _, call) => lookUp(connection, attempt, call),
      lookUp: (attempt, call) => lookUp(connection, attempt, call),
      fence: (attempt, call) => fence(connection, attempt, call),
      capture: (attempt, operation, call) => capture(connection, attempt, operation, call),
      cancel: (attempt, operation, call) => cancel(connection, attempt, operation, call),
      refund: (attempt, operation, call) => refund(connection, attempt, operation, call),
      lookUpRefunds: (attempt, call) => lookUpRefunds(connection, attempt, call),
      readWebhook: (webhook) => readWebhook(connection, account, webhook),
    };
  },
};
