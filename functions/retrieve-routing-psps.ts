import { readPsps } from '../lib/config/switch-psp.ts';
import type { RoutingPspListObject } from '../lib/contract/routing-psp.ts';
import { renderPsp } from '../lib/http/render-psp.ts';
import { listRoutingPsps } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { pspAccounts } from '../lib/runtime/psp-accounts.ts';
import { pspSwitches } from '../lib/runtime/psp-switches.ts';

export const handler = endpoint(listRoutingPsps, undefined, async () => {
  const psps = await readPsps({ store: pspSwitches(), accounts: pspAccounts() });
  const json: RoutingPspListObject = { object: 'list', data: psps.map(renderPsp) };
  return { json };
});
