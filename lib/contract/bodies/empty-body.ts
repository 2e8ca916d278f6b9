import { strictObject } from '../../routing/fields/strict-object.ts';

/** An action on the object in its path takes no fields. */
export const emptyBody = strictObject({});
