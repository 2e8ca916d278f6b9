import { textAt } from '../json.ts';

/**
 * Our charge id and our operation id on an action or an event's subject; undefined if missing. Metadata comes first: the reference may be the
 * payment's, the action's, or anything typed into the dashboard.
 */
export const ourIds = (
  value: unknown,
): { readonly charge: string | undefined; readonly operation: string | undefined } => {
  const reference = textAt(value, 'reference');
  const charges = [textAt(value, 'metadata', 'charge'), reference, textAt(value, 'payment_reference')];
  return {
    charge: charges.find((found) => found?.startsWith('ch_')),
    operation: [textAt(value, 'metadata', 'operation'), reference].find(isOperation),
  };
};

/** Captures, cancels, refunds, and returns of money that came too late. */
const isOperation = (id: string | undefined): boolean => /^(cp|cn|re|rv)_[0-9a-z]{26}$/.test(id ?? '');
