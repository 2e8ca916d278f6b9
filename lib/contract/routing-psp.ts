import * as z from 'zod/mini';
import { pspStates } from '../types/psp-switch.ts';
import type { ObjectOf } from './object-of.ts';

export const routingPsp = z.strictObject({
  id: z.string(),
  object: z.literal('routing.psp'),
  state: z.enum(pspStates),
  revision: z.int().check(z.minimum(0)),
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
  changed: z.nullable(z.int()),
});

export type RoutingPspObject = ObjectOf<typeof routingPsp>;

export const routingPspList = z.strictObject({ object: z.literal('list'), data: z.array(routingPsp) });

export type RoutingPspListObject = ObjectOf<typeof routingPspList>;
