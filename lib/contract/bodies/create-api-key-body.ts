import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { maxLength, minLength } from '../../routing/length-checks.ts';
import { scopes } from '../../types/scope.ts';
import { integer } from '../fields/integer.ts';
import { text } from '../fields/text.ts';

const chosen = `expected a list of scopes: ${scopes.join(', ')}`;
const ten_years = 10 * 366 * 86_400;

export const createApiKeyBody = strictObject({
  name: text(100),
  scopes: z.array(z.enum(scopes, `expected one of ${scopes.join(', ')}`), chosen).check(
    minLength(1, chosen),
    maxLength(scopes.length, chosen),
    z.refine((given) => new Set(given).size === given.length, 'expected each scope once'),
  ),
  expires_in: z.exactOptional(integer(60, ten_years)),
});
