import type { Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';

/** An event of `psp`, and the records of the charge that it is about, as they were read. */
export type EventContext = {
  readonly ports: PaymentPorts;
  readonly psp: Psp;
  readonly records: Records;
  readonly event: PspEvent;
};
