import { defined } from '../../types/defined.ts';
import type { Advised, Declined, Unknown } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { codeAt, findEntry, listAt, textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';
import { refusalReader } from '../refusal-reader.ts';
import { detailCodes, errorOutcomes, notSetUp, openCodes } from './outcomes.ts';

/**
 * Everything that is not Adyen's success: no response, HTTP errors, and malformed successes. A payment that the issuer refuses is not here: Adyen
 * responds to it with HTTP 200.
 */
export const readRefusal = refusalReader((response) => readError(response));

const readError = ({
  status,
  headers,
  json,
}: Extract<JsonReply, { kind: 'answered' }>): Declined | Unknown => {
  const code = errorCode(json);
  // "Request already processed or in progress", whatever the status: the first call decides.
  if (code === '704' || status === 409) return { outcome: 'duplicate', doubt: 'in_flight' };
  if (status >= 200 && status < 300) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  // The account's configuration does not allow the payment, so no acquirer was asked. Adyen may respond with 500.
  if (code !== undefined && notSetUp.includes(code) && codeAt(json, 'errorType') === 'configuration')
    return { outcome: 'not_supported', code };
  const detail = defined({ code });
  const outcome = findEntry(errorOutcomes, code);
  // "Not allowed", "Invalid Merchant Account": about the account's permissions, not the key.
  if (status === 403 && outcome === 'not_supported') return { outcome, ...detail };
  if (status === 401 || status === 403) return { outcome: 'psp_unavailable', ...detail };
  if (status === 429) return { outcome: 'rate_limited', ...detail };
  if (status < 400 || (status >= 500 && !isValidated(json)))
    return { outcome: 'unknown', doubt: 'ambiguous_error' };
  // An internal error of Adyen that is not listed.
  if (outcome === undefined && codeAt(json, 'errorType') === 'internal')
    return { outcome: 'unknown', doubt: 'ambiguous_error' };
  // Adyen's refusals have a code; a proxy's page does not.
  if (code === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  // A transient error says that the same key may be sent again: this call's outcome is unknown.
  return headers['transient-error'] === 'true' || openCodes.includes(code)
    ? { outcome: 'unknown', doubt: 'ambiguous_error' }
    : {
        outcome: outcome ?? 'invalid_request',
        code,
        ...(detailCodes.includes(code) || namesDetails(json) ? { refuses_details: true } : {}),
      };
};

/** Some responses omit the leading zeros of the list: 0 for 000, 10 for 010. */
const errorCode = (json: unknown): string | undefined => {
  const code = codeAt(json, 'errorCode');
  return code !== undefined && /^\d+$/.test(code) ? code.padStart(3, '0') : code;
};

/** All fields that Adyen names are customer data that we pass on, and all of it is optional. Source: `invalidFields` of ServiceError. */
const namesDetails = (json: unknown): boolean =>
  (listAt(json, 'invalidFields') ?? []).some((field) => detailField.test(textAt(field, 'name') ?? ''));

const detailField = /^(?:billingAddress|deliveryAddress|shopperEmail|shopperName|telephoneNumber)(?:\.|$)/;

/** Adyen refused the request's content before processing it, possibly with 500. Source: `errorType` of ServiceError. */
const isValidated = (json: unknown): boolean =>
  codeAt(json, 'errorType') === 'validation' && codeAt(json, 'errorCode') !== undefined;

/**
 * The network's advice in the `additionalData` of a response or notification: `merchantAdviceCode` looks like "03 : Do not try again",
 * `refusalReasonRaw` like "57 : Transaction not permitted". A raw code is Visa's only on a Visa card. `code` is Adyen's own: its block against retry
 * fees (46) counts as the network rule that it enforces.
 */
export const readAdvice = (json: unknown, code: string | undefined): Advised => {
  const brand =
    textAt(json, 'paymentMethod', 'brand') ??
    textAt(json, 'paymentMethod') ??
    textAt(json, 'additionalData', 'paymentMethod');
  const raw = /^\w{2}(?=\s*:|$)/.exec(textAt(json, 'additionalData', 'refusalReasonRaw') ?? '')?.[0];
  return strictestAdvice(
    mastercardAdvice(textAt(json, 'additionalData', 'merchantAdviceCode')),
    brand?.toLowerCase().startsWith('visa') ? visaAdvice(raw) : {},
    code === '46' ? { advice: 'never_again' } : {},
  );
};
