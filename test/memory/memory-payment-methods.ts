import { isWithin } from '../../lib/storage/is-within.ts';
import { listTime } from '../../lib/storage/list-keys.ts';
import { pageOf } from '../../lib/storage/page-of.ts';
import type { StoredMethod } from '../../lib/types/payment-method.ts';
import type { PaymentMethods } from '../../lib/types/ports.ts';

export const createMemoryPaymentMethods = (): PaymentMethods => {
  const stored = new Map<string, StoredMethod | 'deleted'>();
  const find = (id: string): StoredMethod | undefined => {
    const found = stored.get(id);
    return found === 'deleted' ? undefined : found;
  };
  return {
    find: async (id) => find(id),
    keep: async (method) => {
      const before = stored.get(method.id);
      if (before === undefined || (before !== 'deleted' && before.rev < method.rev))
        stored.set(method.id, method);
    },
    forget: async (id) => void stored.set(id, 'deleted'),
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
