import * as z from 'zod/mini';
import { customerId } from '../fields/people.ts';
import { listParameters } from './list-parameters.ts';

export const paymentMethodFilters = z.strictObject({ ...listParameters, customer: customerId });
