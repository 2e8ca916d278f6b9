import { strictObject } from '../../routing/fields/strict-object.ts';
import { listParameters } from './list-parameters.ts';

export const paymentLinkFilters = strictObject({ ...listParameters });
