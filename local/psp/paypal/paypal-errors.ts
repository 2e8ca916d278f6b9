import { defined } from '../../../lib/types/defined.ts';
import { randomId } from '../framework/random-id.ts';
import type { BodyProblem } from '../framework/read-body.ts';
import type { PspResponse } from '../framework/simulated-psp.ts';

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
  500: 'INTERNAL_SERVER_ERROR',
};

type Options = {
  readonly executed?: boolean;
  readonly payment?: string;
  readonly field?: string;
  readonly links?: readonly object[];
};

/** `{name, details: [{issue, field?}], debug_id}`, the body of every refusal. */
export const payPalError = (
  status: number,
  issue: string | undefined,
  { executed = false, payment, field, links }: Options = {},
): PspResponse => ({
  status,
  body: {
    name: names[status] ?? 'ERROR',
    ...(issue !== undefined && { details: [{ issue, ...defined({ field }) }] }),
    debug_id: randomId(13, 'abcdef0123456789'),
    ...defined({ links }),
  },
  executed,
  ...defined({ payment }),
});

export const notFound = (): PspResponse => payPalError(404, 'INVALID_RESOURCE_ID');

/** 422: the call is understood but impossible. PayPal remembers that under the call's id. */
export const unprocessable = (issue: string, payment?: string): PspResponse =>
  payPalError(422, issue, { executed: true, ...defined({ payment }) });

export const bodyError = ({ kind, path }: BodyProblem): PspResponse => {
  const field = `/${path.join('/')}`;
  switch (kind) {
    case 'missing':
      return payPalError(400, 'MISSING_REQUIRED_PARAMETER', { field });
    case 'unknown':
    case 'invalid':
      return payPalError(400, 'INVALID_PARAMETER_SYNTAX', { field });
    default:
      return kind satisfies never;
  }
};
