import { strictObject } from '../../routing/fields/strict-object.ts';
import { listParameters } from './list-parameters.ts';

export const keyFilters = strictObject({ ...listParameters });
