import { endpoint } from '../lib/edge/endpoint.ts';
import { methodsOf } from '../lib/http/methods-of.ts';
import { withoutDigits } from '../lib/http/without-digits.ts';
import { ApiError } from '../lib/types/api-error.ts';

export const handler = endpoint(
  { method: 'GET', path: '$default', function: 'refuse-unknown-route', token: 'none' },
  undefined,
  async (call) => {
    const allowed = methodsOf(call.raw_path);
    if (allowed.length === 0)
      throw new ApiError(
        'resource_missing',
        `There is no ${call.method} ${withoutDigits(call.raw_path).slice(0, 200)}.`,
      );
    throw new ApiError(
      'method_not_allowed',
      `${call.raw_path} takes ${allowed.join(' and ')}, not ${call.method}.`,
      { allow: allowed },
    );
  },
);
