import type { ApiError } from '../types/api-error.ts';
import { errorCodes } from '../types/error-codes.ts';

/** The body of every refusal. `docs_url` is where the error codes are explained. */
export const errorBody = (
  { code, message, details }: ApiError,
  { request_id, docs_url }: { readonly request_id: string; readonly docs_url: string },
  session?: unknown,
) => ({
  error: {
    type: errorCodes[code].type,
    code,
    message,
    ...(details.param === undefined ? {} : { param: details.param }),
    ...(details.decline_code === undefined ? {} : { decline_code: details.decline_code }),
    request_id,
    doc_url: `${docs_url}#${code}`,
    ...(session === undefined ? {} : { session }),
  },
});
