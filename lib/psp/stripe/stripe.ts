import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { capture } from './capture.ts';
import { fence } from './fence.ts';
import { lookUp } from './look-up.ts';
import { lookUpRefunds } from './look-up-refunds.ts';
import { outcomes } from './outcomes.ts';
import { readToken, tokenKind } from './psp-token.ts';
import { readWebhook } from './read-webhook.ts';
import { refund } from './refund.ts';
import { stripeApi } from './stripe-api.ts';

/** Stripe with PaymentIntents. `psp_token`: see `readToken`. The setting `account` is the connected account that all calls are for. */
export const stripe: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(outcomes, code),
  connect: (account, http) => {
    const api = stripeApi(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(api, attempt, request, call),
      tokenKind,
      customerOf: (token) => readToken(token)?.customer,
      // Anybody can forge the query the customer returns with: we look up the intent.
      completeAuthentication: (attempt, _, call) => lookUp(api, attempt, call),
      lookUp: (attempt, call) => lookUp(api, attempt, call),
      fence: (attempt, call) => fence(api, attempt, call),
      capture: (attempt, operation, call) => capture(api, attempt, operation, call),
      cancel: (attempt, operation, call) => cancel(api, attempt, operation, call),
      refund: (attempt, operation, call) => refund(api, attempt, operation, call),
      lookUpRefunds: (attempt, call) => lookUpRefunds(api, attempt, call),
      readWebhook: (webhook) => readWebhook(api, account, webhook),
    };
  },
};
