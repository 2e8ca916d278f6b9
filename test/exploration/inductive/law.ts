import type { Charge } from '../../../lib/types/charge.ts';
import type { Step } from './step.ts';

/** One step of a record. */
export type Taken = { readonly before: Charge; readonly after: Charge; readonly step: Step };

/** What must hold after every step of every record. */
export type Law = { readonly name: string; readonly holds: (taken: Taken) => boolean };
