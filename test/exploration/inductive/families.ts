import type { Charge } from '../../../lib/types/charge.ts';
import { attemptSteps } from './attempt-steps.ts';
import type { Checks } from './check.ts';
import { eventSteps } from './event-steps.ts';
import { operationSteps } from './operation-steps.ts';
import { failedRecords, heldRecords, openRecords, recordsWithReports } from './payment-records.ts';
import { paymentSteps } from './payment-steps.ts';
import type { Share } from './records.ts';
import { refundRecords } from './refund-records.ts';
import { refundSteps } from './refund-steps.ts';
import { returnRecords } from './return-records.ts';
import { returnSteps } from './return-steps.ts';
import type { Kind } from './step.ts';

/** Records that differ in the same parts, and every step of one of them. */
export type Family = Checks & {
  readonly name: string;
  readonly records: (share: Share) => Iterable<Charge>;
};

const paymentFamily = (
  name: string,
  records: (psp: Kind, share: Share) => Iterable<Charge>,
  psp: Kind,
): Family => ({
  name: `${name}, ${psp}`,
  records: (share) => records(psp, share),
  exits: true,
  stepsOf: (charge) => [...paymentSteps(charge, psp), ...operationSteps(charge), ...attemptSteps(charge)],
});

/** `look_up`: at a PSP with look-up. `events`: at one that only sends events. */
export const families: readonly Family[] = [
  ...(['look_up', 'events'] as const).flatMap((psp): readonly Family[] => [
    paymentFamily('open attempts', openRecords, psp),
    paymentFamily('money held or taken', heldRecords, psp),
    paymentFamily('failed attempts', failedRecords, psp),
    {
      name: `money held or taken, and events, ${psp}`,
      records: (share) => recordsWithReports(psp, share),
      exits: false,
      stepsOf: (charge) => eventSteps(charge, psp),
    },
    {
      name: `returns of late money, ${psp}`,
      records: returnRecords,
      exits: true,
      stepsOf: (charge) => [
        ...paymentSteps(charge, psp),
        ...returnSteps(charge, psp),
        ...attemptSteps(charge),
      ],
    },
  ]),
  { name: 'refunds and disputes', records: refundRecords, exits: true, stepsOf: refundSteps },
];
