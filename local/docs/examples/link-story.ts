import type { Example } from './example.ts';

export const linkStory: readonly Example[] = [
  {
    name: 'link_created',
    operation: 'createPaymentLink',
    summary: 'For one invoice, to be paid once',
    body: () => ({
      amount: 4900,
      currency: 'eur',
      description: 'Annual membership',
      reference: 'invoice-1107',
      pay_once: true,
    }),
    status: 200,
  },
  {
    name: 'link_without_amount',
    operation: 'createPaymentLink',
    summary: 'Without an amount',
    body: () => ({ currency: 'eur' }),
    status: 400,
  },
  { name: 'links_listed', operation: 'listPaymentLinks', summary: 'The newest links', status: 200 },
  {
    name: 'link_read',
    operation: 'retrievePaymentLink',
    summary: 'One link',
    path: (answerOf) => ({ id: answerOf('link_created').id }),
    status: 200,
  },
  {
    name: 'link_begun',
    operation: 'beginPaymentLink',
    summary: 'What its page asks once the customer presses the button',
    path: (answerOf) => ({ id: answerOf('link_created').id }),
    body: () => ({}),
    token: (answerOf) => answerOf('link_created').id,
    status: 200,
  },
  {
    name: 'link_deleted',
    operation: 'deletePaymentLink',
    summary: 'No longer wanted',
    path: (answerOf) => ({ id: answerOf('link_created').id }),
    status: 200,
  },
  {
    name: 'link_gone',
    operation: 'beginPaymentLink',
    summary: 'A link that was deleted',
    path: (answerOf) => ({ id: answerOf('link_created').id }),
    body: () => ({}),
    token: (answerOf) => answerOf('link_created').id,
    status: 404,
  },
];
