import type { WalletMethod } from '../../types/given-method.ts';
import type { Call, Declined, Psp } from '../../types/psp.ts';
import { parseJson, textAt } from '../json.ts';
import type { CheckoutComClient } from './client.ts';
import { readRefusal } from './read-refusal.ts';

/** A token of Checkout.com's fields pays once; a source is a stored card. */
export const tokenKind: Psp['tokenKind'] = (token) => {
  if (/^tok_\w{26}$/.test(token)) return 'single_use';
  return /^src_\w{26}$/.test(token) ? 'stored' : undefined;
};

/**
 * Exchanges a wallet's encrypted token for a single-use token of Checkout.com. Nothing was paid, so every error is a definite decline, and never the
 * customer's fault. Source: GooglePayTokenRequest, ApplePayTokenRequest.
 */
export const tokenizeWallet = async (
  { tokenize }: CheckoutComClient,
  { type, token }: WalletMethod,
  call: Call,
): Promise<{ readonly token: string } | { readonly refusal: Declined }> => {
  if (tokenize === undefined) return refuse({ outcome: 'not_supported', code: 'public_key_missing' });
  const reply = await tokenize({ type, token_data: parseJson(token.reveal()) }, call);
  const made = reply.kind === 'answered' && reply.status === 201 ? textAt(reply.json, 'token') : undefined;
  if (made !== undefined && /^tok_\w{26}$/.test(made)) return { token: made };
  if (reply.kind === 'lost') return refuse({ outcome: 'not_sent', code: `preparation_${reply.doubt}` });
  const refusal = readRefusal(reply);
  if ('doubt' in refusal) return refuse({ outcome: 'psp_unavailable', code: 'preparation_failed' });
  const ofTheCall = ['not_sent', 'psp_unavailable', 'rate_limited'].includes(refusal.outcome);
  return refuse(ofTheCall ? refusal : { ...refusal, outcome: 'not_supported' });
};

const refuse = (refusal: Declined) => ({ refusal });
