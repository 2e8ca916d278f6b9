import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { capabilities } from './capabilities.ts';
import { connectSquare } from './client.ts';
import { lookUp, lookUpRefunds } from './look-up.ts';
import { cancel, cancelByReference, capture, refund } from './operations.ts';
import { errorOutcomes } from './outcomes.ts';
import { tokenKind } from './psp-token.ts';

/**
 * Square, Payments API. The account's settings are its `location_id` and the `notification_url` of its webhook subscription. `psp_token` is a payment
 * token of Square's own fields (`cnon:…`), or a card on file.
 */
export const square: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(errorOutcomes, code),
  connect: (account, http) => {
    const client = connectSquare(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(client, attempt, request, call),
      tokenKind,
      // Square runs 3-D Secure in its own fields, before it makes a token: nobody is redirected, and a return is only a look-up.
      completeAuthentication: (attempt, _, call) => lookUp(client, attempt, call),
      lookUp: (attempt, call) => lookUp(client, attempt, call),
      cancelByReference: (attempt, call) => cancelByReference(client, attempt, call),
      capture: (attempt, operation, call) => capture(client, attempt, operation, call),
      cancel: (attempt, operation, call) => cancel(client, attempt, operation, call),
      refund: (attempt, operation, call) => refund(client, attempt, operation, call),
      lookUpRefunds: (attempt, call) => lookUpRefunds(client, attempt, call),
    };
  },
};
