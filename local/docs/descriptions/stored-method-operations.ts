import { createPaymentMethodBody } from '../../../lib/contract/bodies/create-payment-method-body.ts';
import { paymentMethodFilters } from '../../../lib/contract/filters/payment-method-filters.ts';
import { listQueryDescriptions } from './list-descriptions.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the payment method.' };

export const storedMethodOperations = {
  createPaymentMethod: {
    tag: 'Payment methods',
    summary: 'Store a card',
    description:
      'Stores a card that the vault collected for a session, so that it can be charged again. A session created with `setup` stores its card automatically once its payment is authorised. Only a card that was paid with has a network transaction id, which merchant-initiated payments need. The same token always gives the same payment method.',
    body: {
      name: 'CreatePaymentMethod',
      schema: createPaymentMethodBody,
      descriptions: {
        '': 'A card to store.',
        customer: 'Your own id of the customer. It must match the session in which the card was collected.',
        token: "The vault's token for the card.",
        receipt: 'The signed receipt from the vault.',
      },
    },
    answers: ['PaymentMethod'],
    errors: ['vault_not_configured', 'vault_unavailable'],
  },
  listPaymentMethods: {
    tag: 'Payment methods',
    summary: 'List payment methods',
    description:
      "A customer's cards, newest first. A card appears in this list within seconds after its payment.",
    query: {
      schema: paymentMethodFilters,
      descriptions: { ...listQueryDescriptions, customer: 'Only those of this customer, by your own id.' },
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
      'The vault deletes the card, and it can no longer be charged here. Anything a PSP stored itself stays there. Deleting it again changes nothing.',
    path,
    answers: ['DeletedPaymentMethod'],
    errors: ['resource_missing', 'parameter_invalid', 'vault_unavailable'],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
