import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { capabilities } from './capabilities.ts';
import { connectCheckoutCom } from './client.ts';
import { lookUp, lookUpRefunds } from './look-up.ts';
import { cancel, capture, refund } from './operations.ts';
import { responseOutcomes } from './outcomes.ts';
import { tokenKind } from './psp-token.ts';

/**
 * Checkout.com. `base_url` is the account's own host. 3-D Secure is requested for every payment; with the setting `three_ds` `off`, only once an
 * issuer has required it.
 */
export const checkoutCom: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(responseOutcomes, code),
  connect: (account, http) => {
    const client = connectCheckoutCom(account, http);
    const { three_ds, descriptor_city, processing_channel_id } = account.settings;
    const settings = { three_ds: three_ds !== 'off', descriptor_city, processing_channel_id };
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(client, settings, attempt, request, call),
      tokenKind,
      // Checkout.com completes the payment itself, and anybody can forge the query the customer returns with: we look up the payment.
      completeAuthentication: (attempt, _, call) => lookUp(client, attempt, call),
      lookUp: (attempt, call) => lookUp(client, attempt, call),
      capture: (attempt, operation, call) => capture(client, attempt, operation, call),
      cancel: (attempt, operation, call) => cancel(client, attempt, operation, call),
      refund: (attempt, operation, call) => refund(client, attempt, operation, call),
      lookUpRefunds: (attempt, call) => lookUpRefunds(client, attempt, call),
    };
  },
};
