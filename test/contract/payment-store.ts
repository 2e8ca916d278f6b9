import { afterAll, beforeAll, describe } from '@jest/globals';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { describeCommit } from './payment-store-commit.ts';
import { describeRecoveryIndex } from './payment-store-index.ts';
import { describeLimits } from './payment-store-limits.ts';
import { describeRefunds } from './payment-store-refunds.ts';

/** An empty store and what ends it. */
export type StoreSubject = { readonly store: PaymentStore; readonly close: () => Promise<void> };

/** What every `PaymentStore` does. Each case works on ids of its own, so the cases share one store. */
export const describePaymentStore = (name: string, create: () => Promise<StoreSubject>): void => {
  describe(`payment store: ${name}`, () => {
    let subject: StoreSubject | undefined;
    beforeAll(async () => {
      subject = await create();
    });
    afterAll(() => subject?.close());
    const store = (): PaymentStore => {
      if (subject === undefined) throw new Error('The store was not created');
      return subject.store;
    };

    describeCommit(store);
    describeLimits(store);
    describeRefunds(store);
    describeRecoveryIndex(store);
  });
};
