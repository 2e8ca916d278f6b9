import type { Decline } from '../../types/outcome.ts';
import type { Declined, Unknown } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import type { JsonReply } from '../exchange-json.ts';
import { listAt, textAt } from '../json.ts';
import { refusalReader } from '../refusal-reader.ts';
import { errorOutcomes } from './error-outcomes.ts';

/** Everything that is not Checkout.com's success: silence, HTTP errors, and malformed successes. */
export const readRefusal = refusalReader(({ status, json }) => readStatus(status, json));

/** Why a call that only asks, or whose effect was asked about, leaves things open. */
export const undecided = (reply: JsonReply): Unknown => {
  const refusal = readRefusal(reply);
  if ('doubt' in refusal) return refusal;
  return { outcome: 'unknown', doubt: reply.kind === 'not_sent' ? 'connection_lost' : 'ambiguous_error' };
};

const readStatus = (status: number, json: unknown): Declined | Unknown => {
  const codes = (listAt(json, 'error_codes') ?? []).flatMap((code) => codeAt([code], 0) ?? []);
  const detail = codes[0] === undefined ? {} : { code: codes[0] };
  switch (status) {
    case 401:
    case 403:
      return { outcome: 'psp_unavailable', ...detail };
    case 409:
      return { outcome: 'duplicate', doubt: 'in_flight' };
    case 429:
      return codes.includes('duplicate_request')
        ? { outcome: 'duplicate', doubt: 'in_flight' }
        : { outcome: 'rate_limited', ...detail };
    case 400:
    case 404:
    case 422:
      return readErrorCodes(codes, textAt(json, 'error_type'));
    default:
      return status >= 200 && status < 500
        ? { outcome: 'unknown', doubt: 'unreadable_answer' }
        : { outcome: 'unknown', doubt: 'ambiguous_error' };
  }
};

/** Of several codes the first that says more than "malformed" names the outcome. */
const readErrorCodes = (codes: readonly string[], error_type: string | undefined): Declined | Unknown => {
  if (error_type === 'processing_error' || codes.includes('processing_error'))
    return { outcome: 'unknown', doubt: 'ambiguous_error' };
  if (codes.length === 0) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const telling = codes.find((code) => Object.hasOwn(errorOutcomes, code));
  const outcome: Decline = (telling === undefined ? undefined : errorOutcomes[telling]) ?? 'invalid_request';
  const code = telling ?? codes[0];
  return { outcome, ...(code === undefined ? {} : { code }) };
};
