import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { integer } from '../fields/integer.ts';

export const changeRolloutBody = strictObject(
  {
    percent: z.exactOptional(integer(1, 100)),
    action: z.exactOptional(z.enum(['stop', 'complete'], 'expected "stop" or "complete"')),
    candidate: z.exactOptional(integer(1, 2 ** 31)),
  },
  'expected an object with percent or action',
).check(
  z.refine(({ percent, action }) => percent !== undefined || action !== undefined, {
    error: 'expected a percentage, or an action',
    path: ['percent'],
  }),
  z.refine(({ percent, action }) => percent === undefined || action === undefined, {
    error: 'expected a percentage or an action, not both',
    path: ['action'],
  }),
);
