import type { SwitchPorts } from '../config/switch-psp.ts';
import type { Call } from '../http/call.ts';
import { renderPsp } from '../http/render-psp.ts';
import { createPspSwitches } from '../storage/psp-switches.ts';
import type { PspSwitchStore } from '../types/psp-switch.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { pspAccounts } from './psp-accounts.ts';
import { rules } from './rules.ts';

export const pspSwitches = (): PspSwitchStore => createPspSwitches(storage());

export const switchPorts = ({ log, request_id }: Pick<Call, 'log' | 'request_id'>): SwitchPorts => ({
  store: pspSwitches(),
  accounts: pspAccounts(),
  rules: rules(log),
  clock,
  request_id,
  render: (psp) => ({ status: 200, body: JSON.stringify(renderPsp(psp)) }),
});
