import type { EventContext } from './event-context.ts';

/** The event is true of something that is recorded already, or of nothing here. */
export const logWithoutEffect = ({ ports, psp, records, event }: EventContext): void => {
  const { id, status } = records.charge;
  ports.log({ event: 'webhook_without_effect', psp: psp.id, charge: id, about: event.claim.about, status });
};

/** The event names another amount or currency than the charge can have: time would not change that, so a person has to check it. */
export const logAmountMismatch = ({ ports, psp, records, event }: EventContext): void =>
  ports.log({
    event: 'webhook_amount_mismatch',
    psp: psp.id,
    charge: records.charge.id,
    webhook: event.id,
  });
