import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { anyText } from '../fields/text.ts';

/** `person`: all sign-ins of this person are ended; if absent, the caller's own. */
export const endSignInBody = strictObject({ person: z.exactOptional(anyText(254)) });
