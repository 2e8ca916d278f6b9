import { readHealth } from '../lib/domain-events/health/read-health.ts';
import { renderHealth } from '../lib/http/render-health.ts';
import { retrieveRoutingHealth } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { healthStore } from '../lib/runtime/health.ts';

export const handler = endpoint(retrieveRoutingHealth, undefined, async () => ({
  json: renderHealth(await readHealth({ health: healthStore() })),
}));
