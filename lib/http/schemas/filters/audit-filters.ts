import * as z from 'zod/mini';
import { auditActions } from '../../../types/audit-entry.ts';
import { text } from '../fields/text.ts';
import { listParameters } from './list-parameters.ts';

export const auditFilters = z.strictObject({
  ...listParameters,
  action: z.exactOptional(z.enum(auditActions, `expected one of ${auditActions.join(', ')}`)),
  actor: z.exactOptional(text(64)),
  target: z.exactOptional(text(64)),
});
