import type { Declined, Unknown } from '../../types/psp.ts';
import { at, listAt, textAt } from '../json.ts';
import { refusalReader } from '../refusal-reader.ts';
import { readErrors } from './read-errors.ts';

/** Everything that is not a success of Square: silence, HTTP errors, and answers without the form of a success. */
export const readRefusal = refusalReader(({ status, json }) => readStatus(status, json));

const readStatus = (status: number, json: unknown): Declined | Unknown => {
  if (status < 200 || status >= 500) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  if (status === 409) return { outcome: 'duplicate', doubt: 'in_flight' };
  // Square's refusals name an error; a page of something in between does not.
  const named = (listAt(json, 'errors') ?? []).length > 0;
  if (!named && (status === 401 || status === 403)) return { outcome: 'psp_unavailable' };
  if (status === 429) return { outcome: 'rate_limited' };
  if (!named) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const psp_reference = textAt(json, 'payment', 'id');
  const refusal = readErrors(at(json, 'errors'));
  if (status === 401 || status === 403) return asUnavailable(refusal);
  return psp_reference === undefined ? refusal : { ...refusal, psp_reference };
};

/** These speak of our credentials, whatever code they carry. */
const asUnavailable = (refusal: Declined | Unknown): Declined => {
  const code = 'code' in refusal ? refusal.code : undefined;
  return { outcome: 'psp_unavailable', ...(code === undefined ? {} : { code }) };
};
