import type { Example } from './example.ts';

const payment = { amount: 2599, currency: 'eur', success_url: 'https://shop.example/thanks' };

const card = (number: string) => ({
  payment_method: { type: 'card', card: { number, exp_month: 12, exp_year: 2030, cvc: '123' } },
});

export const sessionStory: readonly Example[] = [
  {
    name: 'session',
    operation: 'createCheckoutSession',
    summary: 'The least there can be',
    body: () => payment,
    status: 200,
  },
  {
    name: 'session_to_capture',
    operation: 'createCheckoutSession',
    summary: 'Everything, to be captured later',
    body: () => ({
      ...payment,
      cancel_url: 'https://shop.example/basket',
      routing_rule: 'default',
      capture_method: 'manual',
      reference: 'order-7431',
      country: 'DE',
      customer_email: 'ada@example.com',
      expires_in: 3600,
      metadata: { basket: 'b-92' },
    }),
    status: 200,
  },
  {
    name: 'unknown_field',
    operation: 'createCheckoutSession',
    summary: 'A field that does not exist',
    body: () => ({ ...payment, curency: 'eur' }),
    status: 400,
  },
  {
    name: 'session_open',
    operation: 'retrieveCheckoutSession',
    summary: 'With an API key',
    path: (told) => ({ id: told('session').id }),
    status: 200,
  },
  {
    name: 'session_redacted',
    operation: 'retrieveCheckoutSession',
    summary: 'With the session token',
    path: (told) => ({ id: told('session').id }),
    token: (told) => told('session').client_secret,
    status: 200,
  },
  {
    name: 'paid',
    operation: 'confirmCheckoutSession',
    summary: 'A card',
    path: (told) => ({ id: told('session').id }),
    body: () => card('4242424242424242'),
    status: 200,
  },
  {
    name: 'authorized',
    operation: 'confirmCheckoutSession',
    summary: "A PSP's own token, held for a later capture",
    path: (told) => ({ id: told('session_to_capture').id }),
    body: () => ({ payment_method: { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' } }),
    status: 200,
  },
  { name: 'session_to_decline', operation: 'createCheckoutSession', body: () => payment, status: 200 },
  {
    name: 'declined',
    operation: 'confirmCheckoutSession',
    summary: 'Declined; the session can be confirmed with another card',
    path: (told) => ({ id: told('session_to_decline').id }),
    body: () => card('4000000000009995'),
    status: 402,
  },
  {
    name: 'requires_action',
    operation: 'confirmCheckoutSession',
    summary: 'The customer must authenticate (3-D Secure)',
    path: (told) => ({ id: told('session_to_decline').id }),
    body: () => card('4000002760003184'),
    status: 200,
  },
  {
    name: 'in_progress',
    operation: 'confirmCheckoutSession',
    summary: 'While the customer is away',
    path: (told) => ({ id: told('session_to_decline').id }),
    body: () => card('4242424242424242'),
    status: 409,
  },
];
