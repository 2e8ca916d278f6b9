import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';

/** `idle_s`: seconds since the person last did anything; 0 if absent. */
export const renewSignInBody = strictObject({
  idle_s: z.exactOptional(z.int().check(z.minimum(0), z.maximum(86_400))),
});
