import * as z from 'zod';

/**
 * Bodies of the simulated calls, by Adyen's Checkout API document, version 72. Fields that do not concern a card payment are accepted and ignored.
 */
const amount = z.strictObject({ currency: z.string().length(3), value: z.int() });
const ignored = z.unknown().optional();
const text = z.string().optional();

const paymentMethod = z.strictObject({
  type: z
    .enum(['scheme', 'card', 'networkToken', 'bcmc', 'giftcard', 'clicktopay', 'applepay', 'googlepay'])
    .optional(),
  applePayToken: z.string().max(10000).optional(),
  googlePayToken: z.string().max(10000).optional(),
  brand: text,
  checkoutAttemptId: text,
  cvc: text,
  encryptedCardNumber: z.string().max(15000).optional(),
  encryptedExpiryMonth: z.string().max(15000).optional(),
  encryptedExpiryYear: z.string().max(15000).optional(),
  encryptedSecurityCode: z.string().max(15000).optional(),
  expiryMonth: text,
  expiryYear: text,
  fundingSource: z.enum(['credit', 'debit', 'prepaid']).optional(),
  holderName: z.string().max(15000).optional(),
  networkPaymentReference: text,
  number: text,
  recurringDetailReference: text,
  sdkData: text,
  shopperNotificationReference: text,
  storedPaymentMethodId: z.string().max(64).optional(),
  threeDS2SdkVersion: text,
});

export const paymentShape = z.strictObject({
  accountInfo: ignored,
  additionalAmount: ignored,
  additionalData: z.record(z.string(), z.string()).optional(),
  amount,
  applicationInfo: ignored,
  authenticationData: z
    .strictObject({
      attemptAuthentication: z.enum(['always', 'never']).optional(),
      authenticationOnly: z.boolean().optional(),
      threeDSRequestData: ignored,
    })
    .optional(),
  billingAddress: z
    .strictObject({
      city: z.string().max(3000),
      country: z.string(),
      houseNumberOrName: z.string().max(3000),
      postalCode: z.string().max(10),
      stateOrProvince: z.string().max(3).optional(),
      street: z.string().max(3000),
    })
    .optional(),
  browserInfo: z
    .strictObject({
      acceptHeader: z.string(),
      colorDepth: z.int(),
      javaEnabled: z.boolean(),
      javaScriptEnabled: z.boolean().optional(),
      language: z.string(),
      screenHeight: z.int(),
      screenWidth: z.int(),
      timeZoneOffset: z.int(),
      userAgent: z.string(),
    })
    .optional(),
  captureDelayHours: z.int().optional(),
  channel: z.enum(['iOS', 'Android', 'Web']).optional(),
  checkoutAttemptId: text,
  countryCode: z.string().max(100).optional(),
  deliveryAddress: ignored,
  deviceFingerprint: text,
  enableOneClick: ignored,
  enableRecurring: ignored,
  fraudOffset: ignored,
  lineItems: ignored,
  mcc: text,
  merchantAccount: z.string(),
  merchantOrderReference: z.string().max(1000).optional(),
  merchantRiskIndicator: ignored,
  metadata: z.record(z.string().max(20), z.string().max(80)).optional(),
  origin: z.string().max(80).optional(),
  paymentMethod,
  recurringProcessingModel: z.enum(['CardOnFile', 'Subscription', 'UnscheduledCardOnFile']).optional(),
  redirectFromIssuerMethod: text,
  redirectToIssuerMethod: text,
  reference: z.string().max(80),
  returnUrl: z.string().max(8000),
  riskData: ignored,
  sessionValidity: text,
  shopperEmail: text,
  shopperIP: text,
  shopperInteraction: z.enum(['Ecommerce', 'ContAuth', 'Moto', 'POS']).optional(),
  shopperLocale: text,
  shopperName: ignored,
  shopperReference: z.string().min(3).max(256).optional(),
  shopperStatement: z.string().max(10000).optional(),
  store: text,
  storePaymentMethod: z.boolean().optional(),
  telephoneNumber: text,
  threeDS2RequestData: ignored,
  threeDSAuthenticationOnly: z.boolean().optional(),
});

export const detailsShape = z.strictObject({
  authenticationData: ignored,
  details: z.strictObject({
    redirectResult: z.string().max(20000),
    returnUrlQueryString: text,
  }),
  paymentData: z.string().max(200000).optional(),
  threeDSAuthenticationOnly: z.boolean().optional(),
});

const modification = {
  applicationInfo: ignored,
  merchantAccount: z.string(),
  reference: z.string().max(80).optional(),
};

export const captureShape = z.strictObject({ ...modification, amount, lineItems: ignored });

export const refundShape = z.strictObject({
  ...modification,
  amount,
  capturePspReference: text,
  lineItems: ignored,
  merchantRefundReason: z
    .enum(['FRAUD', 'CUSTOMER REQUEST', 'RETURN', 'DUPLICATE', 'OTHER'])
    .nullable()
    .optional(),
  store: text,
});

export const cancelShape = z.strictObject(modification);

export const technicalCancelShape = z.strictObject({ ...modification, paymentReference: z.string() });
