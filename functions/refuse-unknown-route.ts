import { refuseRoute } from '../lib/http/refuse-route.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';

export const handler = endpoint(
  { method: 'GET', path: '$default', function: 'refuse-unknown-route', token: 'none' },
  undefined,
  async ({ method, raw_path }) => refuseRoute(method, raw_path),
);
