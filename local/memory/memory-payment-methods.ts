import { isWithin } from '../../lib/storage/is-within.ts';
import { listTime } from '../../lib/storage/list-keys.ts';
import { pageOf } from '../../lib/storage/page-of.ts';
import type { Author } from '../../lib/types/audit-entry.ts';
import type { StoredMethod } from '../../lib/types/payment-method.ts';
import type { PaymentMethods } from '../../lib/types/ports.ts';

/** The payment methods, and who asked for a change of them. */
export type MemoryPaymentMethods = PaymentMethods & {
  readonly acts: readonly { readonly id: string; readonly by: Author }[];
};

export const createMemoryPaymentMethods = (): MemoryPaymentMethods => {
  const stored = new Map<string, StoredMethod | 'deleted'>();
  const acts: { readonly id: string; readonly by: Author }[] = [];
  const find = (id: string): StoredMethod | undefined => {
    const found = stored.get(id);
    return found === 'deleted' ? undefined : found;
  };
  const set = (id: string, method: StoredMethod | 'deleted', by: Author | undefined): void => {
    stored.set(id, method);
    if (by) acts.push({ id, by });
  };
  return {
    acts,
    find: async (id) => find(id),
    wasDeleted: async (id) => stored.get(id) === 'deleted',
    keep: async (method, by) => {
      const before = stored.get(method.id);
      if (before === undefined || (before !== 'deleted' && before.rev < method.rev))
        set(method.id, method, by);
    },
    remove: async (id, by) => {
      if (stored.get(id) !== 'deleted') set(id, 'deleted', by);
    },
    list: async ({ filters, ...page }) => {
      const rows = [...stored.keys()]
        .flatMap((id) => find(id) ?? [])
        .filter(
          (method) => method.customer === filters.customer && isWithin({ ...method, amount: 0 }, filters),
        );
      return pageOf(
        rows.map((row) => ({ key: `${listTime(row.created * 1000)}#${row.id}`, row })),
        page,
      );
    },
  };
};
