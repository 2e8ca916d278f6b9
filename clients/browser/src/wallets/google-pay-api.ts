/** The part of Google's script that we use, from its reference for the web: "Client" and "Request objects". */
export type GooglePayApi = {
  readonly PaymentsClient: new (options: { readonly environment: string }) => PaymentsClient;
};

type PaymentsClient = {
  readonly isReadyToPay: (request: IsReadyToPayRequest) => Promise<{ readonly result: boolean }>;
  readonly createButton: (options: {
    readonly onClick: () => void;
    readonly buttonColor: string;
    readonly buttonSizeMode: 'fill';
  }) => HTMLElement;
  /** Rejects with a `statusCode`: `CANCELED` if the customer closed the sheet. */
  readonly loadPaymentData: (request: PaymentDataRequest) => Promise<PaymentData>;
};

type CardParameters = {
  readonly type: 'CARD';
  readonly parameters: {
    readonly allowedAuthMethods: readonly string[];
    readonly allowedCardNetworks: readonly string[];
  };
};

export type IsReadyToPayRequest = {
  readonly apiVersion: 2;
  readonly apiVersionMinor: 0;
  readonly allowedPaymentMethods: readonly CardParameters[];
};

export type PaymentDataRequest = Omit<IsReadyToPayRequest, 'allowedPaymentMethods'> & {
  readonly allowedPaymentMethods: readonly (CardParameters & {
    readonly tokenizationSpecification: {
      readonly type: 'PAYMENT_GATEWAY';
      readonly parameters: Readonly<Record<string, string>>;
    };
  })[];
  readonly merchantInfo: { readonly merchantId?: string; readonly merchantName?: string };
  readonly transactionInfo: {
    readonly countryCode: string;
    readonly currencyCode: string;
    readonly totalPrice: string;
    readonly totalPriceStatus: 'FINAL';
    readonly checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE';
  };
};

type PaymentData = {
  readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } };
};
