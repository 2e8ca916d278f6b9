import { strictObject } from '../../routing/fields/strict-object.ts';
import { receipt, vaultToken } from '../fields/card-token.ts';
import { customerId } from '../fields/people.ts';

export const createPaymentMethodBody = strictObject({
  customer: customerId,
  token: vaultToken(),
  receipt: receipt(),
});
