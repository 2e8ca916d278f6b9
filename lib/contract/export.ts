import * as z from 'zod/mini';
import { exportFailures, exportFormats, exportKinds, exportStatuses } from '../types/export.ts';
import type { ObjectOf } from './object-of.ts';

export const exported = z.strictObject({
  id: z.string(),
  object: z.literal('export'),
  what: z.enum(exportKinds),
  from: z.int(),
  to: z.int(),
  time_zone: z.string(),
  format: z.enum(exportFormats),
  status: z.enum(exportStatuses),
  failure: z.nullable(z.enum(exportFailures)),
  rows: z.int().check(z.minimum(0)),
  complete_until: z.int(),
  url: z.nullable(z.string()),
  created: z.int(),
});

export type ExportObject = ObjectOf<typeof exported>;
