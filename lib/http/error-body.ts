import type { ApiError } from '../types/api-error.ts';
import { defined } from '../types/defined.ts';
import { errorCodes } from '../types/error-codes.ts';
import { renderNextAction } from './render-next-action.ts';
import { withoutDigits } from './without-digits.ts';

/** The body of every refusal, without anything that may be a card number. `docs_url`: the page that explains the error codes. */
export const errorBody = (
  { code, message, details }: ApiError,
  { request_id, docs_url }: { readonly request_id: string; readonly docs_url: string },
  session?: unknown,
) => ({
  error: {
    type: errorCodes[code].type,
    code,
    message: withoutDigits(message),
    ...(details.param === undefined ? {} : { param: withoutDigits(details.param) }),
    ...defined({
      decline_code: details.decline_code,
      next_action: renderNextAction(details.next_action) ?? undefined,
    }),
    request_id,
    doc_url: `${docs_url}#${code}`,
    ...defined({ session }),
  },
});
