import { afterAll, beforeAll, describe } from '@jest/globals';
import type { PaymentStore } from '../../lib/types/ports.ts';
import { describeCommit } from './payment-store-commit.ts';
import { describeDisputes } from './payment-store-disputes.ts';
import { describeExternalRefunds } from './payment-store-external-refunds.ts';
import { describeHeldEvents } from './payment-store-held.ts';
import { describePspReferences, describeRecoveryIndex } from './payment-store-index.ts';
import { describeLimits } from './payment-store-limits.ts';
import { describeNewerFormat } from './payment-store-newer-format.ts';
import { describeOrders } from './payment-store-orders.ts';
import { describeRefunds } from './payment-store-refunds.ts';
import { describeSize } from './payment-store-size.ts';
import type { StoreSubject } from './store-subject.ts';

/** What every `PaymentStore` does. Each case works on ids of its own, so the cases share one store. */
export const describePaymentStore = (name: string, create: () => Promise<StoreSubject>): void => {
  describe(`payment store: ${name}`, () => {
    let subject: StoreSubject | undefined;
    beforeAll(async () => {
      subject = await create();
    });
    afterAll(() => subject?.close());
    const created = (): StoreSubject => {
      if (subject === undefined) throw new Error('The store was not created');
      return subject;
    };
    const store = (): PaymentStore => created().store;

    describeCommit(store);
    describeLimits(store);
    describeOrders(store);
    describeRefunds(store);
    describeExternalRefunds(store);
    describeDisputes(store);
    describeRecoveryIndex(store);
    describePspReferences(store);
    describeHeldEvents(store);
    describeSize(store);
    describeNewerFormat(created);
  });
};
