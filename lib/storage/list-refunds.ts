import type { Charge, RefundRow } from '../types/charge.ts';
import type { RefundFilters } from '../types/list.ts';
import type { PaymentLists, PaymentStore } from '../types/ports.ts';
import { isWithin } from './is-within.ts';
import { chargesOf } from './list-charges.ts';
import { listAttributes } from './list-keys.ts';
import { pageOf } from './page-of.ts';
import { listRows } from './read-rows.ts';
import type { Storage } from './storage.ts';

/** See `PaymentLists.refunds`. */
export const listRefunds =
  (storage: Storage, store: Pick<PaymentStore, 'session' | 'charge'>): PaymentLists['refunds'] =>
  async ({ filters, ...page }) => {
    const { charge, session, reference, status, psp, currency } = filters;
    if (charge === undefined && session === undefined && reference === undefined)
      return listRows<RefundRow>(
        storage,
        'refund',
        {
          created: filters,
          amount: filters,
          facets: { psp, currency },
          ...(status !== undefined && { matches: ({ refund }) => refund.status === status }),
        },
        page,
      );
    const charges = await named(storage, store, filters);
    const refunds = charges.flatMap((one) =>
      Object.values(one.refunds).map((refund): RefundRow => ({ refund, charge: one })),
    );
    return pageOf(
      refunds
        .filter((row) => matches(row, filters))
        .map((row) => ({
          key: listAttributes(row.refund.id, row.refund.created * 1000).list_key,
          row,
        })),
      page,
    );
  };

const named = async (
  storage: Storage,
  store: Pick<PaymentStore, 'session' | 'charge'>,
  { charge: id, session, reference }: RefundFilters,
): Promise<readonly Charge[]> => {
  if (id !== undefined && reference === undefined) {
    const charge = await store.charge(id);
    return charge && (session ?? charge.session) === charge.session ? [charge] : [];
  }
  const charges = await chargesOf(storage, store, { session, reference });
  return charges.filter((charge) => (id ?? charge.id) === charge.id);
};

const matches = ({ refund, charge }: RefundRow, filters: RefundFilters): boolean =>
  isWithin(refund, filters) &&
  refund.status === (filters.status ?? refund.status) &&
  charge.psp === (filters.psp ?? charge.psp) &&
  charge.currency === (filters.currency ?? charge.currency);
