import type { BodyProblem } from '../framework/read-body.ts';
import type { PspAnswer } from '../framework/simulated-psp.ts';

type Options = { readonly executed?: boolean; readonly payment?: string; readonly field?: string };

const categories: Readonly<Record<number, string>> = {
  401: 'AUTHENTICATION_ERROR',
  402: 'PAYMENT_METHOD_ERROR',
  403: 'AUTHENTICATION_ERROR',
  429: 'RATE_LIMIT_ERROR',
  500: 'API_ERROR',
};

/** `{errors: [{category, code, field?}]}`, the body of every refusal. */
export const squareError = (
  status: number,
  code: string,
  { executed = false, payment, field }: Options = {},
): PspAnswer => ({
  status,
  body: { errors: [errorOf(code, categories[status] ?? 'INVALID_REQUEST_ERROR', field)] },
  executed,
  ...(payment !== undefined && { payment }),
});

export const errorOf = (code: string, category = 'PAYMENT_METHOD_ERROR', field?: string): object => ({
  category,
  code,
  ...(field !== undefined && { field }),
});

export const bodyError = ({ kind, path }: BodyProblem): PspAnswer => {
  const field = path.join('.');
  switch (kind) {
    case 'missing':
      return squareError(400, 'MISSING_REQUIRED_PARAMETER', { field });
    case 'unknown':
      return squareError(400, 'UNKNOWN_BODY_PARAMETER', { field });
    case 'invalid':
      return squareError(400, 'INVALID_VALUE', { field });
    default:
      return kind satisfies never;
  }
};
