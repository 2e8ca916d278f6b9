import { strictObject } from '../../routing/fields/strict-object.ts';
import { pageParameters } from './list-parameters.ts';

export const noteFilters = strictObject(pageParameters);
