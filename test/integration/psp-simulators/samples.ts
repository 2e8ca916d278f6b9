import type { Answer, PspClient } from './psp-client.ts';

export const merchantAccount = 'SimulatedMerchantECOM';

export const intentParams = {
  amount: 2599,
  currency: 'eur',
  'payment_method_types[]': 'card',
  'metadata[charge]': 'ch_1',
};

export const methodParams = (number = '4242424242424242') => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': 12,
  'card[exp_year]': 2034,
  'card[cvc]': number.startsWith('3') ? '1234' : '123',
});

/** Creates and confirms a payment at Stripe the way a router does: intent, payment method, confirm. */
export const payStripe = async (
  client: PspClient,
  { number, params = {}, confirm = {} }: { number?: string; params?: object; confirm?: object } = {},
): Promise<Answer> => {
  const intent = await client.stripe('/v1/payment_intents', { ...intentParams, ...params });
  const method = await client.stripe('/v1/payment_methods', methodParams(number));
  return client.stripe(`/v1/payment_intents/${intent.json.id}/confirm`, {
    payment_method: method.json.id,
    ...confirm,
  });
};

export const adyenPayment = (change: object = {}, card: object = {}) => ({
  merchantAccount,
  amount: { currency: 'EUR', value: 2599 },
  reference: 'ch_1',
  returnUrl: 'https://shop.example/return?state=1',
  channel: 'Web',
  browserInfo: {
    acceptHeader: 'text/html',
    colorDepth: 24,
    javaEnabled: false,
    language: 'de-DE',
    screenHeight: 1080,
    screenWidth: 1920,
    timeZoneOffset: -60,
    userAgent: 'Mozilla/5.0',
  },
  paymentMethod: {
    type: 'scheme',
    number: '4111111111111111',
    expiryMonth: '03',
    expiryYear: '2034',
    cvc: '737',
    holderName: 'Ada Lovelace',
    ...card,
  },
  ...change,
});

export const adyenManual = { additionalData: { manualCapture: 'true' } };

export const adyenAmount = (value: number) => ({ merchantAccount, amount: { currency: 'EUR', value } });

export const checkoutPayment = (change: object = {}, card: object = {}) => ({
  source: {
    type: 'card',
    number: '4242424242424242',
    expiry_month: 12,
    expiry_year: 2034,
    cvv: '100',
    ...card,
  },
  amount: 2599,
  currency: 'EUR',
  reference: 'ch_1',
  ...change,
});
