import type { Declined, Unknown } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import type { JsonReply } from '../exchange-json.ts';
import { listAt, textAt } from '../json.ts';
import { refusalReader } from '../refusal-reader.ts';
import { errorOutcome } from './error-outcomes.ts';

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
      return { outcome: 'psp_unavailable', ...detail };
    case 403: {
      // Not the key but what the account may do, if a code says so.
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

/**
 * Of several codes the first that says more than "malformed" names the outcome, also beside the type `processing_error`, under which Checkout.com tells
 * definite refusals too. That type or code alone leaves the call open, and so does an issuer out of reach beside it, who may have been asked.
 */
const readErrorCodes = (codes: readonly string[], error_type: string | undefined): Declined | Unknown => {
  const open = error_type === 'processing_error' || codes.some((code) => openCodes.includes(code));
  const telling = codes.find((code) => errorOutcome(code) !== undefined);
  const outcome = telling === undefined ? undefined : errorOutcome(telling);
  if (open && (outcome === undefined || outcome === 'issuer_unavailable'))
    return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const code = telling ?? codes[0];
  return code === undefined
    ? { outcome: 'unknown', doubt: 'unreadable_answer' }
    : { outcome: outcome ?? 'invalid_request', code };
};

const openCodes: readonly string[] = ['processing_error', 'service_unavailable'];
