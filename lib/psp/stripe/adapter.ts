import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { capabilities } from './capabilities.ts';
import { connectStripe } from './client.ts';
import { lookUp, lookUpRefunds } from './look-up.ts';
import { cancel, cancelByReference, capture, refund } from './operations.ts';
import { outcomes } from './outcomes.ts';
import { readToken, tokenKind } from './psp-token.ts';

/** Stripe with PaymentIntents. `psp_token`: see `readToken`. The setting `account` is the connected account that all calls are for. */
export const stripe: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(outcomes, code),
  connect: (account, http) => {
    const client = connectStripe(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(client, attempt, request, call),
      tokenKind,
      customerOf: (token) => readToken(token)?.customer,
      // Anybody can forge the query the customer returns with: we look up the intent.
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
