import type { Decline } from '../../types/outcome.ts';
import type { Declined, Unknown } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import type { JsonReply } from '../exchange-json.ts';
import { refusalReader } from '../refusal-reader.ts';

/**
 * Everything that is not Adyen's success: silence, HTTP errors, and malformed successes. A payment that the issuer refuses is not here: Adyen answers
 * it with HTTP 200.
 */
export const readRefusal = refusalReader((answer) => readError(answer));

const readError = ({
  status,
  headers,
  json,
}: Extract<JsonReply, { kind: 'answered' }>): Declined | Unknown => {
  const code = codeAt(json, 'errorCode');
  // "Request already processed or in progress", whatever the status: the first call decides.
  if (code === '704' || status === 409) return { outcome: 'duplicate', doubt: 'in_flight' };
  if (status >= 200 && status < 300) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  // Refused before it reached an acquirer: the payment method is not set up for this account. Adyen may answer it with 500.
  if (code !== undefined && notSetUp.includes(code) && codeAt(json, 'errorType') === 'configuration')
    return { outcome: 'not_supported', code };
  const detail = code === undefined ? {} : { code };
  if (status === 401 || status === 403) return { outcome: 'psp_unavailable', ...detail };
  if (status === 429) return { outcome: 'rate_limited', ...detail };
  if (status < 400 || status >= 500) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  // Adyen's refusals carry a code; a page from something in between does not.
  if (code === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  // A transient error means that the same key may be sent again: this call's outcome is open.
  return headers['transient-error'] === 'true'
    ? { outcome: 'unknown', doubt: 'ambiguous_error' }
    : { outcome: validationOutcome(code), code };
};

const validationOutcome = (code: string): Decline =>
  (Object.hasOwn(validationOutcomes, code) ? validationOutcomes[code] : undefined) ?? 'invalid_request';

const notSetUp: readonly string[] = ['905', '905_1', '905_3'];

/** `errorCode` of 4xx answers about the customer's data or the account's setup; the others are our own malformed calls. */
const validationOutcomes: Readonly<Record<string, Decline>> = {
  '101': 'incorrect_card_data', // Invalid card number
  '102': 'incorrect_card_data', // Unable to determine variant
  '103': 'incorrect_card_data', // CVC is not the right length
  '104': 'incorrect_card_data', // Billing address problem
  '129': 'incorrect_card_data', // Expiry date invalid
  '138': 'not_supported', // Unsupported currency
  '140': 'incorrect_card_data', // Expiry month
  '141': 'incorrect_card_data', // Expiry year
  '800': 'incorrect_card_data', // Stored details not found
  '803': 'incorrect_card_data', // Stored details not found
};
