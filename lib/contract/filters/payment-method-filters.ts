import { strictObject } from '../../routing/fields/strict-object.ts';
import { customerId } from '../fields/people.ts';
import { listParameters } from './list-parameters.ts';

export const paymentMethodFilters = strictObject({ ...listParameters, customer: customerId });
