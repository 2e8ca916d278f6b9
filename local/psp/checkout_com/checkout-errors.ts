import { defined } from '../../../lib/types/defined.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { BodyProblem } from '../framework/read-body.ts';
import type { PspResponse } from '../framework/simulated-psp.ts';

/** `{request_id,error_type,error_codes}`, the body of a 422 and of a 429. */
export const checkoutError = (
  status: number,
  type: string,
  codes: readonly string[],
  options: { readonly executed?: boolean; readonly payment?: string } = {},
): PspResponse => ({
  status,
  body: { request_id: randomId(13, alphanumeric), error_type: type, error_codes: codes },
  executed: options.executed ?? false,
  ...defined({ payment: options.payment }),
});

export const requestInvalid = (code: string): PspResponse => checkoutError(422, 'request_invalid', [code]);

/** 401, 403 and 404 have no body. */
export const bare = (status: number, payment?: string): PspResponse => ({
  status,
  executed: status === 403,
  ...defined({ payment }),
});

/** Field names whose published error code is not simply `<field>_required` or `<field>_invalid`. */
const names: Readonly<Record<string, string>> = {
  source: 'payment_source',
  'source.type': 'payment_source_type',
  'source.number': 'card_number',
  'source.expiry_month': 'card_expiry_month',
  'source.expiry_year': 'card_expiry_year',
  'source.cvv': 'cvv',
  'source.token': 'token',
  number: 'card_number',
  expiry_month: 'card_expiry_month',
  expiry_year: 'card_expiry_year',
};

export const bodyError = ({ kind, path }: BodyProblem): PspResponse => {
  const field = path.join('.');
  const name = names[field] ?? field.replaceAll('.', '_');
  switch (kind) {
    case 'missing':
      return requestInvalid(`${name}_required`);
    case 'unknown':
    case 'invalid':
      return requestInvalid(`${name}_invalid`);
    default:
      return kind satisfies never;
  }
};
