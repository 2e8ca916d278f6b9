import { defined } from '../../types/defined.ts';
import type { Decline } from '../../types/outcome.ts';
import type { Advised, Declined, Unknown } from '../../types/psp.ts';
import { codeAt, findEntry, textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';
import { readNoResponse, toCustomerError } from '../refusal-reader.ts';
import type { Reply } from './client.ts';
import { outcomes } from './outcomes.ts';

export type Refusal = Exclude<Reply, { kind: 'object' }>;

/** What a response without an object means for the call: a definite decline, or unknown. */
export const readRefusal = (reply: Refusal): Declined | Unknown => {
  switch (reply.kind) {
    case 'foreign':
      return readForeign(reply.status);
    case 'refused':
      return toCustomerError(readError(reply.status, reply.error));
    default:
      return readNoResponse(reply);
  }
};

export const isUnknown = (result: { readonly outcome: string }): result is Unknown =>
  result.outcome === 'unknown' || result.outcome === 'duplicate';

/** The decline in an error object: by its decline code, otherwise by its error code, never by its message. */
export const readDeclined = (error: unknown): Declined => {
  const code = codeOf(error);
  const outcome = outcomeOf(code, 'unmapped');
  return {
    outcome,
    ...defined({ code }),
    ...readAdvice(error, outcome),
  };
};

/** A response that is not Stripe's own: from a proxy or a firewall, which refuses before anything is done, or garbled. */
const readForeign = (status: number): Declined | Unknown => {
  if (status === 401 || status === 403) return { outcome: 'psp_unavailable', code: `http_${status}` };
  if (status === 429) return { outcome: 'rate_limited', code: 'http_429' };
  return { outcome: 'unknown', doubt: status >= 500 ? 'ambiguous_error' : 'unreadable_answer' };
};

const readError = (status: number, error: unknown): Declined | Unknown => {
  const code = codeOf(error);
  const withCode = defined({ code });
  // The key was used with other parameters: an earlier call had an effect, and this one does not repeat it.
  if (textAt(error, 'type') === 'idempotency_error' && status !== 409)
    return { outcome: 'duplicate', doubt: 'ambiguous_error' };
  // An internal error of Stripe says nothing about the call, unless it is about our key or our rate.
  if (textAt(error, 'type') === 'api_error' && [400, 402, 404].includes(status))
    return { outcome: 'unknown', doubt: 'ambiguous_error' };
  // A state that can be read is the result (`refusedIntent`). Any other may be that of a call that took the money before this one.
  if (code === 'payment_intent_unexpected_state') return { outcome: 'unknown', doubt: 'unreadable_answer' };
  switch (status) {
    case 400:
    case 404:
      if (isUnusableToken(error, code)) return { outcome: 'incorrect_card_data', ...withCode };
      return {
        outcome: outcomeOf(code, 'invalid_request'),
        ...withCode,
        ...(isOfDetails(error, code) ? { refuses_details: true } : {}),
      };
    case 401:
    case 403:
      return { outcome: 'psp_unavailable', ...withCode };
    case 402:
      return textAt(error, 'type') === 'card_error'
        ? readDeclined(error)
        : { outcome: outcomeOf(code, 'invalid_request'), ...withCode };
    case 409:
      return { outcome: 'duplicate', doubt: 'in_flight' };
    case 429:
      // Another call has locked this object, so it is being processed.
      return code === 'lock_timeout'
        ? { outcome: 'duplicate', doubt: 'in_flight' }
        : { outcome: 'rate_limited', ...withCode };
    default:
      return { outcome: 'unknown', doubt: 'ambiguous_error' };
  }
};

/** The token from the customer's browser is unknown, was used before, or belongs to another account: the customer must enter the card again. */
const isUnusableToken = (error: unknown, code: string | undefined): boolean =>
  textAt(error, 'param') === 'payment_method' && (code === undefined || code === 'resource_missing');

/** Customer data that we pass on, all of it optional. Source: `param` and `code` of Stripe's error object. */
const isOfDetails = (error: unknown, code: string | undefined): boolean =>
  code === 'email_invalid' ||
  /^(?:shipping|billing_details|receipt_email)(?:\[|$)/.test(textAt(error, 'param') ?? '');

const outcomeOf = (code: string | undefined, otherwise: Decline): Decline =>
  findEntry(outcomes, code) ?? otherwise;

const codeOf = (error: unknown): string | undefined => codeAt(error, 'decline_code') ?? codeAt(error, 'code');

/**
 * The advice in a decline: Stripe's own, in either of two places, and the card network's, if the network is known. Stripe's "try again later" for a
 * processing error or an unreachable issuer is about Stripe's own route, not about the card: it does not bind other PSPs.
 */
const readAdvice = (error: unknown, outcome: Decline): Advised => {
  const own = strictestAdvice(
    stripeAdvice(textAt(error, 'advice_code')),
    stripeAdvice(textAt(error, 'decline_code')),
  );
  const ofTheWay =
    own.advice === 'wait' && (outcome === 'processor_error' || outcome === 'issuer_unavailable');
  return strictestAdvice(
    ofTheWay ? {} : own,
    mastercardAdvice(textAt(error, 'network_advice_code')),
    textAt(error, 'payment_method', 'card', 'brand') === 'visa'
      ? visaAdvice(textAt(error, 'network_decline_code'))
      : {},
  );
};

const stripeAdvice = (code: string | undefined): Advised => findEntry(advice, code) ?? {};

const advice: Readonly<Record<string, Advised>> = {
  do_not_try_again: { advice: 'never_again' },
  try_again_later: { advice: 'wait' },
  confirm_card_data: { advice: 'correct_data' },
};
