import { createPaymentMethodBody } from '../../../lib/http/schemas/create-payment-method-body.ts';
import { paymentMethodFilters } from '../../../lib/http/schemas/filters/payment-method-filters.ts';
import { listQueryWords } from './list-words.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the payment method.' };

export const storedMethodOperations = {
  createPaymentMethod: {
    tag: 'Payment methods',
    summary: 'Keep a card',
    description:
      'Keeps a card that the vault has taken for a session, so that it can be charged again. A session that is created with `setup` keeps its card by itself once it is paid, and then more is known of it: only a card that was paid with has a network transaction id, without which a merchant cannot charge it alone. The same token again gives the same payment method.',
    body: {
      name: 'CreatePaymentMethod',
      schema: createPaymentMethodBody,
      words: {
        '': 'A card to keep.',
        customer: 'Your own id of the customer. It must be that of the session the card was given in.',
        token: "The vault's token of the card.",
        receipt: 'What the vault gave with it, signed.',
      },
    },
    answers: ['PaymentMethod'],
    errors: ['vault_not_configured', 'vault_unavailable'],
  },
  listPaymentMethods: {
    tag: 'Payment methods',
    summary: 'List payment methods',
    description: "A customer's cards, newest first. A card is in this list within seconds after its payment.",
    query: {
      schema: paymentMethodFilters,
      words: { ...listQueryWords, customer: 'Those of this customer, by your own id.' },
    },
    answers: ['PaymentMethodList'],
    errors: ['parameter_missing'],
  },
  retrievePaymentMethod: {
    tag: 'Payment methods',
    summary: 'Retrieve a payment method',
    description: 'The card as it is known now.',
    path,
    answers: ['PaymentMethod'],
    errors: ['resource_missing'],
  },
  deletePaymentMethod: {
    tag: 'Payment methods',
    summary: 'Delete a payment method',
    description:
      'The vault forgets the card, and nobody can charge it here any more. What a PSP has stored of it by itself stays there.',
    path,
    answers: ['DeletedPaymentMethod'],
    errors: ['resource_missing', 'parameter_invalid', 'vault_unavailable'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
