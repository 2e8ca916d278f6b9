import { ApiError } from '../../types/api-error.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { noCharge } from '../records/read-records.ts';

/**
 * The id of the charge that records this payment: the charge itself if none is named, else one of its `other_payments`. Throws `resource_missing` for
 * the charge or the payment.
 */
export const chargeOfPayment = async (
  { store }: Pick<PaymentPorts, 'store'>,
  id: string,
  psp_reference: string | undefined,
): Promise<string> => {
  if (psp_reference === undefined) return id;
  const charge = await store.charge(id);
  if (!charge) throw noCharge(id);
  if (charge.psp_reference === psp_reference) return id;
  const other = charge.other_payments?.find((payment) => payment.psp_reference === psp_reference);
  if (other) return other.charge;
  throw new ApiError(
    'resource_missing',
    `Charge ${id} has no payment ${psp_reference.slice(0, 64)}. GET /v1/charges/${id} shows its own as psp_reference and any others in other_payments.`,
    { param: 'psp_reference' },
  );
};
