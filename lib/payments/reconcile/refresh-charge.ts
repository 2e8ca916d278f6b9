import { withSteps } from '../../charge/charge-steps.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { seenBefore } from '../../types/seen-before.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { accountGone } from '../records/account-gone.ts';
import { changeCharge } from '../records/change-charge.ts';
import { readRecords } from '../records/read-records.ts';
import { chargeResult, type Memory } from '../records/remember.ts';
import { applyLookUp } from '../reports/apply-look-up.ts';
import { isDecidedWrongly } from './reverse-late-effect.ts';

export type RefreshCommand = {
  readonly charge: string;
  /** The API key's or the person's id. */
  readonly by?: string;
  readonly idempotency?: Idempotency;
};

/** Responses kept per charge. A repeat of one that was dropped costs another look-up, which is harmless. */
const maxRefreshed = 20;

const refreshes: Memory = {
  of: ({ refreshed = [] }) => refreshed,
  keep: ({ refreshed = [], ...charge }, stored) => ({
    ...charge,
    refreshed: [...refreshed, stored].slice(-maxRefreshed),
  }),
};

/**
 * Asks the PSP that holds the charge, records who requested it, and applies every fact. It sends nothing, ends nothing that may still be sent, and
 * does not change recovery's schedule. Throws `charge_not_refreshable` if the PSP cannot be asked.
 */
export const refreshCharge = async (ports: PaymentPorts, command: RefreshCommand): Promise<Result> => {
  const records = await readRecords(ports, command.charge, 'id');
  const replay = seenBefore(refreshes.of(records.charge), command.idempotency);
  if (replay) return replay;
  const { charge } = records;
  const psp = ports.psps.connect(charge.psp);
  if (!psp) throw accountGone('charge_not_refreshable', charge, 'id');
  if (!psp.lookUp)
    throw new ApiError(
      'charge_not_refreshable',
      `${charge.psp} cannot be asked about a payment: its webhooks report it.`,
      { param: 'id' },
    );
  const { by = 'refresh' } = command;
  const step = { what: 'asked', by } as const;
  const asking = await changeCharge(ports, records, ({ charge: current }) => ({
    charge: withSteps(current, [{ at_ms: ports.clock.now(), ...step }]),
    outcome: undefined,
  }));
  const looked = await applyLookUp(ports, psp, asking.records, { step });
  if (isDecidedWrongly(looked))
    ports.log({
      event: 'decision_contradicted',
      charge: charge.id,
      session: charge.session,
      psp: charge.psp,
    });
  return chargeResult(ports, looked.records.charge, command.idempotency, refreshes);
};
