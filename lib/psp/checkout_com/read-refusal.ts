import { defined } from '../../types/defined.ts';
import type { Advised, Declined, Unknown } from '../../types/psp.ts';
import { codeAt, listAt, textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';
import { refusalReader } from '../refusal-reader.ts';
import { errorOutcome, responseOutcome } from './outcomes.ts';

/** Everything that is not Checkout.com's success: no response, HTTP errors, and malformed successes. */
export const readRefusal = refusalReader(({ status, json }) => readStatus(status, json));

const readStatus = (status: number, json: unknown): Declined | Unknown => {
  const codes = (listAt(json, 'error_codes') ?? []).flatMap((code) => codeAt([code], 0) ?? []);
  const detail = defined({ code: codes[0] });
  switch (status) {
    case 401:
      return { outcome: 'psp_unavailable', ...detail };
    case 403: {
      // If a code says so, this is about the account's permissions, not the key.
      const code = codes.find((one) => errorOutcome(one) === 'not_supported');
      return code === undefined
        ? { outcome: 'psp_unavailable', ...detail }
        : { outcome: 'not_supported', code };
    }
    case 409:
      return { outcome: 'duplicate', doubt: 'in_flight' };
    case 429:
      return codes.includes('duplicate_request')
        ? { outcome: 'duplicate', doubt: 'in_flight' }
        : { outcome: 'rate_limited', ...detail };
    default:
      return readOther(status, codes, textAt(json, 'error_type'));
  }
};

const readOther = (
  status: number,
  codes: readonly string[],
  error_type: string | undefined,
): Declined | Unknown => {
  const code = codes.find((one) => atAnyStatus.includes(one));
  if (code !== undefined) return { outcome: errorOutcome(code) ?? 'invalid_request', code };
  if (status < 200 || status >= 500 || status === 408)
    return { outcome: 'unknown', doubt: 'ambiguous_error' };
  return status < 400
    ? { outcome: 'unknown', doubt: 'unreadable_answer' }
    : readErrorCodes(codes, error_type);
};

/** Refused before processing, with any status: the account has no access to this API, which Checkout.com reports with 500. */
const atAnyStatus: readonly string[] = ['server_api_not_allowed'];

/**
 * Of several codes, the first that says more than "malformed" gives the outcome, even with the type `processing_error`, which Checkout.com also uses
 * for definite refusals. That type or code alone leaves the outcome unknown. So does an unreachable issuer together with it, since the issuer may
 * have been asked.
 */
const readErrorCodes = (codes: readonly string[], error_type: string | undefined): Declined | Unknown => {
  const open = error_type === 'processing_error' || codes.some((code) => openCodes.includes(code));
  const known = codes.find((code) => errorOutcome(code) !== undefined);
  const outcome = known === undefined ? undefined : errorOutcome(known);
  if (open && (outcome === undefined || outcome === 'issuer_unavailable'))
    return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const code = known ?? codes[0];
  return code === undefined
    ? { outcome: 'unknown', doubt: 'unreadable_answer' }
    : {
        outcome: outcome ?? 'invalid_request',
        code,
        ...(codes.some((one) => detailCode.test(one)) ? { refuses_details: true } : {}),
      };
};

/**
 * Customer data that we pass on, all of it optional: `city_invalid`, `customer_email_invalid`, `shipping_address_zip_invalid`, … Not ids, tokens or
 * our own text on the statement (`billing_descriptor_name_invalid`).
 */
const detailCode =
  /^(?:(?:customer|source|billing|shipping)_(?!id_|token_|descriptor_).*|(?:address|city|country|phone|email|state|zip)_.*|card_holder)_?(?:invalid|too_long|required)$/;

const openCodes: readonly string[] = ['processing_error', 'service_unavailable'];

/**
 * The decline of a payment, action or event, by its `response_code`. `payment`: the payment, if an action was declined: it may alone have the advice,
 * and has the card's network.
 */
export const readDeclined = (declined: unknown, payment: unknown = declined): Declined => {
  const code = codeAt(declined, 'response_code');
  const outcome = responseOutcome(code);
  const scheme = textAt(payment, 'source', 'scheme')?.toLowerCase();
  return {
    outcome: outcome === 'duplicate' ? 'unmapped' : outcome,
    ...defined({ code }),
    ...strictestAdvice(readAdvice(declined, scheme), readAdvice(payment, scheme)),
  };
};

/**
 * Advice against another try, from a declined payment, action or event:
 * * Mastercard's code, unchanged.
 * * Checkout.com's recommendation, which has the same codes for both networks.
 * * Visa's category of the issuer's code: the raw code if the account receives it, otherwise the last two digits of `200NN` and `300NN`, which are
 *   the same. The digits of `201NN` are Checkout.com's own.
 */
const readAdvice = (declined: unknown, scheme: string | undefined): Advised => {
  const raw =
    textAt(declined, 'processing', 'partner_response_code') ??
    /^[23]00([0-9A-Z]{2})$/.exec(textAt(declined, 'response_code') ?? '')?.[1];
  return strictestAdvice(
    mastercardAdvice(textAt(declined, 'processing', 'partner_merchant_advice_code')),
    mastercardAdvice(textAt(declined, 'processing', 'recommendation_code')),
    scheme === 'visa' ? visaAdvice(raw) : {},
  );
};
