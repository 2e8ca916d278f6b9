import * as z from 'zod/mini';
import { auditActions } from '../../../types/audit-entry.ts';
import { anyText, text } from '../fields/text.ts';
import { listParameters } from './list-parameters.ts';

export const auditFilters = z.strictObject({
  ...listParameters,
  action: z.exactOptional(z.enum(auditActions, `expected one of ${auditActions.join(', ')}`)),
  actor: z.exactOptional(anyText(256)),
  target: z.exactOptional(text(64)),
});
