import { createPaymentLists } from '../storage/payment-lists.ts';
import type { PaymentLists } from '../types/ports.ts';
import { paymentStore, storage } from './dynamodb.ts';
import { recoveryShards } from './payment-ports.ts';

export const paymentLists = (): PaymentLists => {
  lists ??= createPaymentLists(storage(), paymentStore(), recoveryShards);
  return lists;
};

let lists: PaymentLists | undefined;
