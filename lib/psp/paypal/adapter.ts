import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { capabilities } from './capabilities.ts';
import { connectPayPal } from './client.ts';
import { completeAuthentication } from './complete-authentication.ts';
import { findCapture, lookUp, lookUpRefunds } from './look-up.ts';
import { cancel, capture, refund } from './operations.ts';
import { responseOutcomes } from './outcomes.ts';
import { tokenKind } from './psp-token.ts';

/**
 * PayPal: cards with orders v2 and payments v2. The account's `api_key` is "<client id>:<secret>", its setting `webhook_id` the id of the webhook
 * that points here. `psp_token` is the id of a vaulted card.
 */
export const paypal: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(responseOutcomes, code),
  connect: (account, http) => {
    const client = connectPayPal(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(client, attempt, request, call),
      tokenKind,
      // Anybody can forge the query the customer returns with: we look up the order.
      completeAuthentication: (attempt, _, call) => completeAuthentication(client, attempt, call),
      lookUp: (attempt, call) => lookUp(client, attempt, call),
      capture: (attempt, operation, call) => capture(client, attempt, operation, call),
      cancel: (attempt, operation, call) => cancel(client, attempt, operation, call),
      refund: (attempt, operation, call) => refund(client, attempt, operation, call),
      findCapture: (attempt, operation, call) => findCapture(client, attempt, operation, call),
      lookUpRefunds: (attempt, call) => lookUpRefunds(client, attempt, call),
    };
  },
};
