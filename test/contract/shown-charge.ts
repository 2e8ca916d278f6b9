import type { Charge as Shown } from '../../clients/server/src/index.ts';
import { renderCharge } from '../../lib/http/render-charge.ts';
import type { Charge } from '../../lib/types/charge.ts';
import { sampleCharge } from './sample-records.ts';

/** As the API shows it. */
export const shown = (charge: Charge): Shown => renderCharge(charge, undefined) as unknown as Shown;

export const shownCharge = (id: string, changes: Partial<Charge>): Shown => shown(sampleCharge(id, changes));
