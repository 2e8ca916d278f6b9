import * as z from 'zod/mini';
import { receipt, vaultToken } from './fields/card-token.ts';
import { customerId } from './fields/people.ts';

export const createPaymentMethodBody = z.strictObject(
  { customer: customerId, token: vaultToken(), receipt: receipt() },
  'expected an object',
);
