import * as z from 'zod/mini';
import { type ErrorCode, type ErrorType, errorCodes } from '../types/error-codes.ts';
import { checkoutSession, redactedCheckoutSession } from './checkout-session.ts';
import { nextAction } from './next-action.ts';
import { declineCode } from './outcome.ts';

/** The value of `error` in the body for each type, with all its codes. */
export const errorSchemas = () => Object.fromEntries(errorTypes().map((type) => [type, details(type)]));

export const errorTypes = (): readonly ErrorType[] => [
  ...new Set(Object.values(errorCodes).map(({ type }) => type)),
];

/**
 * With `param`; with the decline and the current session if a payment was declined or no PSP was available; with the next action if a payment waits
 * for its customer.
 */
const details = (type: ErrorType) =>
  z.strictObject({
    type: z.literal(type),
    code: z.enum(codesOf(type)),
    message: z.string(),
    ...(namesField.includes(type) ? { param: z.exactOptional(z.string()) } : {}),
    ...(type === 'card_error' ? { decline_code: declineCode } : {}),
    ...(type === 'api_error' || type === 'invalid_request_error'
      ? { decline_code: z.exactOptional(declineCode) }
      : {}),
    ...(type === 'invalid_request_error' ? { next_action: z.exactOptional(nextAction) } : {}),
    request_id: z.string().check(z.regex(/^req_[0-9a-hjkmnp-tv-z]{26}$/)),
    doc_url: z.string(),
    ...(type === 'card_error' ? { session: currentSession } : {}),
    ...(type === 'api_error' ? { session: z.exactOptional(currentSession) } : {}),
  });

const namesField: readonly ErrorType[] = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
];

const currentSession = z.union([checkoutSession, redactedCheckoutSession]);

const codesOf = (type: ErrorType): readonly ErrorCode[] =>
  (Object.keys(errorCodes) as ErrorCode[]).filter((code) => errorCodes[code].type === type);
