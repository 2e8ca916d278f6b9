import type { RoutingPspObject } from '../contract/routing-psp.ts';
import type { PspSwitch } from '../types/psp-switch.ts';

/** An account that was never changed is open, at revision 0. */
export const renderPsp = ({
  psp,
  ...last
}: Pick<PspSwitch, 'psp'> & Partial<PspSwitch>): RoutingPspObject => ({
  id: psp,
  object: 'routing.psp',
  state: last.state ?? 'open',
  revision: last.revision ?? 0,
  note: last.note ?? null,
  by: last.by ?? null,
  changed: last.changed ?? null,
});
