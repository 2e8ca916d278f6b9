import { defined } from '../../types/defined.ts';
import type { Declined, Unknown } from '../../types/psp.ts';
import { at, codeAt, findEntry, listAt, textAt } from '../json.ts';
import { refusalReader } from '../refusal-reader.ts';
import { errorOutcomes } from './outcomes.ts';
/** Everything that is not Square's success: no response, HTTP errors, and malformed successes. */
export const readRefusal = refusalReader(({ status, json }) => readStatus(status, json));

/** The meaning of a list of errors: the first one counts. An empty list is a definite decline of unknown kind. */
export const readErrors = (errors: unknown): Declined | Unknown => {
  const code = (listAt(errors) ?? []).flatMap((error) => codeAt(error, 'code') ?? [])[0];
  if (code === undefined) return { outcome: 'unmapped' };
  const outcome = findEntry(errorOutcomes, code);
  switch (outcome) {
    case undefined:
      // An internal error of Square that is not listed.
      return codeAt((listAt(errors) ?? [])[0], 'category') === 'API_ERROR'
        ? { outcome: 'unknown', doubt: 'ambiguous_error' }
        : { outcome: 'unmapped', code };
    case 'invalid_request':
      return {
        outcome: isOfCustomer(errors) ? 'incorrect_card_data' : outcome,
        code,
        ...markDetails(errors),
      };
    case 'unknown':
    case 'duplicate':
      return { outcome, doubt: 'ambiguous_error' };
    default:
      return { outcome, code, ...markDetails(errors) };
  }
};

/** Whether the first error is about customer data that we pass on, all of it optional. */
const markDetails = (errors: unknown): { readonly refuses_details?: true } => {
  const [error] = listAt(errors) ?? [];
  const named = /^(?:buyer_email_address|buyer_phone_number|(?:billing|shipping)_address)(?:\.|$)/.test(
    textAt(error, 'field') ?? '',
  );
  const meant = ['INVALID_EMAIL_ADDRESS', 'INVALID_PHONE_NUMBER'].includes(codeAt(error, 'code') ?? '');
  return named || meant ? { refuses_details: true } : {};
};

/** Whether the first error is about what the customer's browser sent: an unknown token (`source_id`), or data entered with the card. */
const isOfCustomer = (errors: unknown): boolean => {
  const field = textAt((listAt(errors) ?? [])[0], 'field') ?? '';
  return /^(?:source_id|verification_token|buyer_email_address|buyer_phone_number|billing_address(?:\..*)?)$/.test(
    field,
  );
};

const readStatus = (status: number, json: unknown): Declined | Unknown => {
  if (status < 200 || status >= 500) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  if (status === 409) return { outcome: 'duplicate', doubt: 'in_flight' };
  // Square's refusals name an error; a proxy's page does not.
  const named = (listAt(json, 'errors') ?? []).length > 0;
  if (!named && (status === 401 || status === 403)) return { outcome: 'psp_unavailable' };
  if (status === 429) return { outcome: 'rate_limited' };
  // A success refuses nothing either, whatever errors it names, unless its payment has failed.
  const succeeded = status < 400 && textAt(json, 'payment', 'status') !== 'FAILED';
  if (!named || succeeded) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const psp_reference = textAt(json, 'payment', 'id');
  const refusal = readErrors(at(json, 'errors'));
  // "Card processing not enabled", "insufficient permissions": about the account's permissions, not the token.
  if (status === 403 && refusal.outcome === 'not_supported') return refusal;
  if (status === 401 || status === 403) return asUnavailable(refusal);
  return psp_reference === undefined ? refusal : { ...refusal, psp_reference };
};

/** Refusals of our credentials, with any code. */
const asUnavailable = (refusal: Declined | Unknown): Declined => {
  const code = 'code' in refusal ? refusal.code : undefined;
  return { outcome: 'psp_unavailable', ...defined({ code }) };
};
