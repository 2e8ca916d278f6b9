import { strictObject } from '../../routing/fields/strict-object.ts';
import { id } from '../fields/id.ts';
import { psp_reference } from '../fields/psp-reference.ts';

export const cancelBody = strictObject({ charge: id('ch', 'charge'), psp_reference });
