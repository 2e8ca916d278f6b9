import type { Charge } from '../../../lib/types/charge.ts';
import { attemptSteps } from './attempt-steps.ts';
import { eventSteps } from './event-steps.ts';
import { operationSteps } from './operation-steps.ts';
import { failedRecords, heardRecords, heldRecords, openRecords } from './payment-records.ts';
import { paymentSteps } from './payment-steps.ts';
import type { Share } from './records.ts';
import type { Kind, Step } from './step.ts';

/** Records that differ in the same parts, and every step of one of them. */
export type Family = {
  readonly name: string;
  readonly records: (share: Share) => Iterable<Charge>;
  readonly stepsOf: (charge: Charge) => readonly Step[];
};

const paymentFamily = (
  name: string,
  records: (psp: Kind, share: Share) => Iterable<Charge>,
  psp: Kind,
): Family => ({
  name: `${name}, ${psp}`,
  records: (share) => records(psp, share),
  stepsOf: (charge) => [...paymentSteps(charge, psp), ...operationSteps(charge), ...attemptSteps(charge)],
});

/** `asked`: at a PSP that can be asked; `told`: at one that only tells. */
export const families: readonly Family[] = (['asked', 'told'] as const).flatMap((psp) => [
  paymentFamily('open attempts', openRecords, psp),
  paymentFamily('money held or taken', heldRecords, psp),
  paymentFamily('failed attempts', failedRecords, psp),
  {
    name: `money held or taken, and events, ${psp}`,
    records: (share) => heardRecords(psp, share),
    stepsOf: (charge) => eventSteps(charge, psp),
  },
]);
