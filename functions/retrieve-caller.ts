import { endpoint } from '../lib/edge/endpoint.ts';
import { environmentName, livemode } from '../lib/edge/environment.ts';
import { renderCaller } from '../lib/http/render-caller.ts';
import { retrieveCaller } from '../lib/http/routes.ts';

export const handler = endpoint(retrieveCaller, undefined, async (call) => ({
  json: renderCaller(call, { livemode: livemode(), environment: environmentName() }),
}));
