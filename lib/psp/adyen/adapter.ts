import type { PspAdapter } from '../psp-adapter.ts';
import { authorize } from './authorize.ts';
import { capabilities } from './capabilities.ts';
import { connectAdyen } from './client.ts';
import { completeAuthentication } from './complete-authentication.ts';
import { cancel, cancelByReference, modifyAmount } from './operations.ts';
import { refusalReasons } from './outcomes.ts';
import { tokenKind } from './psp-token.ts';

/**
 * Adyen, Checkout API v72. The account's `base_url` ends in the version (live hosts start with a merchant's prefix). Its settings are the
 * `merchant_account`, and a `store` if its payments belong to one. Webhook secrets are the HMAC keys in hex.
 */
export const adyen: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(refusalReasons, code) || withoutReason.includes(code),
  connect: (account, http) => {
    const post = connectAdyen(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (attempt, request, call) => authorize(post, account.settings.store, attempt, request, call),
      tokenKind,
      canComplete: ({ redirectResult }) => Boolean(redirectResult),
      completeAuthentication: (attempt, params, call) => completeAuthentication(post, attempt, params, call),
      cancelByReference: (attempt, call) => cancelByReference(post, attempt, call),
      capture: (attempt, operation, call) => modifyAmount(post, attempt, operation, 'captures', call),
      cancel: (attempt, operation, call) => cancel(post, attempt, operation, call),
      refund: (attempt, operation, call) => modifyAmount(post, attempt, operation, 'refunds', call),
    };
  },
};

/** `resultCode` of a refusal, used as the reason if Adyen gives none. */
const withoutReason: readonly string[] = ['Refused', 'Error', 'Cancelled'];
