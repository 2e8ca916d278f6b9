import { strictObject } from '../../routing/fields/strict-object.ts';
import { card } from './fields/card.ts';

export const collectCardBody = strictObject({ card });
