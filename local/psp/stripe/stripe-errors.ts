import { defined } from '../../../lib/types/defined.ts';
import type { BodyProblem } from '../framework/read-body.ts';
import type { PspResponse } from '../framework/simulated-psp.ts';

type ErrorFacts = {
  readonly type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly param?: string;
  readonly message: string;
  readonly [field: string]: unknown;
};

/** Stripe's `{error:{…}}`. `executed`: whether the answer is stored under an idempotency key. */
export const stripeError = (
  status: number,
  { type = 'invalid_request_error', ...facts }: ErrorFacts,
  options: { readonly executed?: boolean; readonly payment?: string } = {},
): PspResponse => ({
  status,
  body: {
    error: {
      ...facts,
      type,
      ...(facts.code !== undefined && { doc_url: `https://stripe.com/docs/error-codes/${facts.code}` }),
    },
  },
  executed: options.executed ?? false,
  ...defined({ payment: options.payment }),
});

/** A problem with the parameters themselves. */
export const parameterError = ({ kind, path, message }: BodyProblem): PspResponse => {
  const [first = '', ...rest] = path;
  const param = `${first}${rest.map((segment) => `[${segment}]`).join('')}`;
  switch (kind) {
    case 'missing':
      return stripeError(400, {
        code: 'parameter_missing',
        param,
        message: `Missing required param: ${param}.`,
      });
    case 'unknown':
      return stripeError(400, {
        code: 'parameter_unknown',
        param,
        message: `Received unknown parameter: ${param}`,
      });
    case 'invalid':
      return stripeError(400, { code: codeOf(message), param, message: `Invalid ${param}: ${message}` });
    default:
      return kind satisfies never;
  }
};

const codeOf = (message: string): string =>
  message === 'expected an integer' ? 'parameter_invalid_integer' : 'parameter_invalid';

export const resourceMissing = (object: string, param: string, id: string): PspResponse =>
  stripeError(404, { code: 'resource_missing', param, message: `No such ${object}: '${id}'` });
