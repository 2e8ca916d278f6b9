import type { AnsweredRequest } from '../../gateway/create-gateway.ts';
import type { Payment } from '../model.ts';
import { type CallService, expectOk } from './call-service.ts';

export type PaymentFeed = {
  /** Sees every request that the gateway answered, so that payments made with any tool appear. */
  readonly observe: (answered: AnsweredRequest) => void;
  /** Every payment still remembered, newest first; open ones are read again. */
  readonly read: () => Promise<readonly Payment[]>;
};

const remembered = 2_000;
const readAtOnce = 40;

/** Payments in the order of their first confirm. Read only when somebody looks. */
export const paymentFeed = (call: CallService): PaymentFeed => {
  const payments = new Map<string, Payment | undefined>();
  const stale = new Set<string>();

  const refresh = async (id: string): Promise<void> => {
    const payment = expectOk<Payment>(await call('GET', `/v1/checkout/sessions/${id}`));
    payments.set(id, payment);
    if (isOpen(payment)) stale.add(id);
  };

  return {
    observe: ({ path }) => {
      const [, id] = /^\/v1\/checkout\/sessions\/(cs_[0-9a-z]{26})\/(?:confirm|return)$/.exec(path) ?? [];
      if (id === undefined) return;
      if (!payments.has(id)) payments.set(id, undefined);
      stale.add(id);
      const [oldest] = payments.keys();
      if (payments.size <= remembered || oldest === undefined) return;
      payments.delete(oldest);
      stale.delete(oldest);
    },
    read: async () => {
      const due = [...stale].slice(-readAtOnce);
      for (const id of due) stale.delete(id);
      await Promise.all(due.map((id) => refresh(id).catch(() => payments.delete(id))));
      return [...payments.values()].filter((payment) => payment !== undefined).reverse();
    },
  };
};

const isOpen = ({ payment_status }: Payment): boolean =>
  payment_status === 'processing' || payment_status === 'requires_action';
