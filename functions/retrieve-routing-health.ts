import { endpoint } from '../lib/edge/endpoint.ts';
import { healthStore } from '../lib/edge/health.ts';
import { readHealth } from '../lib/events/health/read-health.ts';
import { renderHealth } from '../lib/http/render-health.ts';
import { retrieveRoutingHealth } from '../lib/http/routes.ts';

export const handler = endpoint(retrieveRoutingHealth, undefined, async () => ({
  json: renderHealth(await readHealth({ health: healthStore() })),
}));
