import type { Charge } from '../types/charge.ts';
import type { Page, PageRequest, RefundFilters } from '../types/list.ts';
import type { PaymentStore } from '../types/ports.ts';
import type { RowKind } from '../types/row.ts';
import { isWithin } from './is-within.ts';
import { chargesOf } from './list-charges.ts';
import { listAttributes } from './list-keys.ts';
import { pageOf } from './page-of.ts';
import { listRows, readRows } from './read-rows.ts';
import type { Storage } from './storage.ts';

/** Common to refunds and disputes: they are parts of a charge. `created` in Unix seconds. */
type Part = {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly status: string;
};

type PartFilters = Omit<RefundFilters, 'status'> & { readonly status?: Part['status'] };

/** A kind of part, and its row in lists. */
export type PartKind<Row extends { readonly charge: Pick<Charge, 'psp' | 'currency'> }> = {
  readonly kind: RowKind;
  readonly rowsOf: (charge: Charge) => readonly Row[];
  /** The ids of the parts removed from the charge. Their rows stay. */
  readonly former?: (charge: Charge) => readonly string[];
  readonly partOf: (row: Row) => Part;
};

/** A page of the parts of all charges, from their rows, or of specific charges, from the charges themselves. */
export const listParts =
  <Row extends { readonly charge: Pick<Charge, 'psp' | 'currency'> }>(
    storage: Storage,
    store: Pick<PaymentStore, 'session' | 'charge'>,
    { kind, rowsOf, former, partOf }: PartKind<Row>,
  ) =>
  async ({ filters, ...page }: PageRequest<PartFilters>): Promise<Page<Row>> => {
    const { charge, session, reference, status, psp, currency } = filters;
    if (charge === undefined && session === undefined && reference === undefined)
      return listRows<Row>(
        storage,
        kind,
        {
          created: filters,
          amount: filters,
          facets: { psp, currency },
          ...(status !== undefined && { matches: (row) => partOf(row).status === status }),
        },
        page,
      );
    const charges = await namedCharges(storage, store, filters);
    const gone = former ? await readRows<Row>(storage, charges.flatMap(former)) : [];
    const rows = [...charges.flatMap(rowsOf), ...gone];
    const shown = rows.filter((row) => matches(partOf(row), row.charge, filters));
    const placed = shown.map((row) => {
      const { id, created } = partOf(row);
      return { key: listAttributes(id, created * 1000).list_key, row };
    });
    return pageOf(placed, page);
  };

/** The charges that a filter names: one by its id, or those of a session or a reference. */
const namedCharges = async (
  storage: Storage,
  store: Pick<PaymentStore, 'session' | 'charge'>,
  { charge: id, session, reference }: PartFilters,
): Promise<readonly Charge[]> => {
  if (id !== undefined && reference === undefined) {
    const charge = await store.charge(id);
    return charge && (session ?? charge.session) === charge.session ? [charge] : [];
  }
  const charges = await chargesOf(storage, store, { session, reference });
  return charges.filter((charge) => (id ?? charge.id) === charge.id);
};

const matches = (part: Part, charge: Pick<Charge, 'psp' | 'currency'>, filters: PartFilters): boolean => {
  const { status = part.status, psp = charge.psp, currency = charge.currency } = filters;
  if (part.status !== status || charge.psp !== psp || charge.currency !== currency) return false;
  return isWithin(part, filters);
};
