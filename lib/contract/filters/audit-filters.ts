import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { auditActions } from '../../types/audit-entry.ts';
import { anyText, text } from '../fields/text.ts';
import { listParameters } from './list-parameters.ts';

export const auditFilters = strictObject({
  ...listParameters,
  action: z.exactOptional(z.enum(auditActions, `expected one of ${auditActions.join(', ')}`)),
  actor: z.exactOptional(anyText(256)),
  target: z.exactOptional(text(64)),
});
