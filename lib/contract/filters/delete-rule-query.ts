import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { text } from '../fields/text.ts';

export const deleteRuleQuery = strictObject({ note: z.exactOptional(text(500)) });
