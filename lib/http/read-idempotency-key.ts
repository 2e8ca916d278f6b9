import { ApiError } from '../types/api-error.ts';

/** The `Idempotency-Key` header. Throws `parameter_invalid` if it is not 1 to 255 visible ASCII characters. */
export const readIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ApiError(
    'parameter_invalid',
    'Idempotency-Key: expected 1 to 255 visible ASCII characters without spaces.',
    {
      param: 'Idempotency-Key',
    },
  );
};
