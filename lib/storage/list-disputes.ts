import type { DisputeRow } from '../types/charge.ts';
import type { DisputeFilters } from '../types/list.ts';
import type { PaymentLists, PaymentStore } from '../types/ports.ts';
import { isWithin } from './is-within.ts';
import { listAttributes } from './list-keys.ts';
import { namedCharges } from './list-refunds.ts';
import { pageOf } from './page-of.ts';
import { listRows } from './read-rows.ts';
import type { Storage } from './storage.ts';

/** See `PaymentLists.disputes`. */
export const listDisputes =
  (storage: Storage, store: Pick<PaymentStore, 'session' | 'charge'>): PaymentLists['disputes'] =>
  async ({ filters, ...page }) => {
    const { charge, session, reference, status, psp, currency } = filters;
    if (charge === undefined && session === undefined && reference === undefined)
      return listRows<DisputeRow>(
        storage,
        'dispute',
        {
          created: filters,
          amount: filters,
          facets: { psp, currency },
          ...(status !== undefined && { matches: ({ dispute }) => dispute.status === status }),
        },
        page,
      );
    const charges = await namedCharges(storage, store, filters);
    const disputes = charges.flatMap((one) =>
      Object.values(one.disputes).map((dispute): DisputeRow => ({ dispute, charge: one })),
    );
    return pageOf(
      disputes
        .filter((row) => matches(row, filters))
        .map((row) => ({
          key: listAttributes(row.dispute.id, row.dispute.created * 1000).list_key,
          row,
        })),
      page,
    );
  };

const matches = ({ dispute, charge }: DisputeRow, filters: DisputeFilters): boolean =>
  isWithin(dispute, filters) &&
  dispute.status === (filters.status ?? dispute.status) &&
  charge.psp === (filters.psp ?? charge.psp) &&
  charge.currency === (filters.currency ?? charge.currency);
