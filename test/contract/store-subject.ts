import type { PaymentStore } from '../../lib/types/ports.ts';

/** An empty store, a way around it to records as another release stores them, and what ends it. */
export type StoreSubject = {
  readonly store: PaymentStore;
  readonly plant: (table: 'sessions' | 'charges', record: object) => Promise<void>;
  readonly peek: (table: 'sessions' | 'charges', id: string) => Promise<object | undefined>;
  readonly close: () => Promise<void>;
};
