import type { BodyProblem } from '../framework/read-body.ts';
import type { PspResponse } from '../framework/simulated-psp.ts';
import { pspReference } from './adyen-books.ts';

type ErrorFacts = {
  readonly code: string;
  readonly message: string;
  readonly type: 'validation' | 'security' | 'internal' | 'configuration';
};

/** Adyen's `{status,errorCode,message,errorType,pspReference}`. */
export const adyenError = (
  status: number,
  { code, message, type }: ErrorFacts,
  options: { readonly executed?: boolean; readonly transient?: boolean } = {},
): PspResponse => ({
  status,
  body: { status, errorCode: code, message, errorType: type, pspReference: pspReference() },
  executed: options.executed ?? false,
  ...(options.transient === true && { headers: { 'transient-error': 'true' } }),
});

export const invalid = (code: string, message: string): PspResponse =>
  adyenError(422, { code, message, type: 'validation' });

/** Fields with an error code of their own; the others get 702. */
const missing: Readonly<Record<string, readonly [code: string, message: string]>> = {
  amount: ['100', 'No amount specified'],
  'amount.value': ['100', 'No amount specified'],
  'amount.currency': ['100', 'No amount specified'],
  reference: ['130', 'Reference Missing'],
  returnUrl: ['14_030', 'Return URL is missing.'],
  paymentMethod: ['14_004', 'Missing payment method details'],
  'paymentMethod.number': ['101', 'Invalid card number'],
  'paymentMethod.expiryMonth': ['129', 'Expiry Date Invalid'],
  'paymentMethod.expiryYear': ['129', 'Expiry Date Invalid'],
};

export const bodyError = ({ kind, path, message }: BodyProblem): PspResponse => {
  const field = path.join('.');
  switch (kind) {
    case 'missing': {
      const [code, text] = missing[field] ?? ['702', `Required field '${field}' is not provided.`];
      return invalid(code, text);
    }
    case 'unknown':
      return adyenError(400, {
        code: '702',
        message: `Structure contains the following unknown fields: [${field}]`,
        type: 'validation',
      });
    case 'invalid':
      return adyenError(400, {
        code: '702',
        message: `Unexpected input in ${field}: ${message}`,
        type: 'validation',
      });
    default:
      return kind satisfies never;
  }
};
