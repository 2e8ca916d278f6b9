import { renderCaller } from '../lib/http/render-caller.ts';
import { retrieveCaller } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { environmentName, livemode } from '../lib/runtime/environment.ts';

export const handler = endpoint(retrieveCaller, undefined, async (call) => ({
  json: renderCaller(call, { livemode: livemode(), environment: environmentName() }),
}));
