import { ApiError } from '../../types/api-error.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from './change-charge.ts';

/** The current charge, with its session if that still exists. Throws `resource_missing`. */
export const readRecords = async (
  { store }: Pick<PaymentPorts, 'store'>,
  id: string,
  param: 'charge' | 'id' = 'charge',
): Promise<Records> => {
  const charge = await store.charge(id);
  if (!charge) throw noCharge(id, param);
  return { charge, session: await store.session(charge.session) };
};

/** `param`: the caller's name for the charge. */
export const noCharge = (id: string, param: 'charge' | 'id' = 'charge'): ApiError =>
  new ApiError('resource_missing', `No charge ${id.slice(0, 64)}.`, { param });

export const noSession = (id: string): ApiError =>
  new ApiError('resource_missing', `No checkout session ${id.slice(0, 64)}.`, { param: 'id' });
