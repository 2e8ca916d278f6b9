import { emptyBody } from '../../../lib/contract/bodies/empty-body.ts';
import type { RequestBody } from './request-body.ts';

export const noFields: RequestBody = {
  name: 'NoFields',
  schema: emptyBody,
  descriptions: { '': 'An empty object. The path says everything.' },
};
