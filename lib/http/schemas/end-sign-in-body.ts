import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { text } from './fields/text.ts';

/** `person`: whose sign-ins all end; if absent, the caller's own ends. */
export const endSignInBody = strictObject({ person: z.exactOptional(text(254)) });
