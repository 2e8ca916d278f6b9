type LineItem = { readonly label: string; readonly amount: string; readonly type: 'final' };

/** The part of Apple Pay JS, version 3 or later, that we use, from Apple Pay on the Web's `ApplePaySession`. */
export type ApplePaySession = {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void;
  onpaymentmethodselected: () => void;
  onpaymentauthorized: (event: {
    readonly payment: { readonly token: { readonly paymentData: unknown } };
  }) => void;
  oncancel: () => void;
  readonly begin: () => void;
  readonly abort: () => void;
  readonly completeMerchantValidation: (merchantSession: unknown) => void;
  readonly completePaymentMethodSelection: (update: { readonly newTotal: LineItem }) => void;
  readonly completePayment: (result: { readonly status: number }) => void;
};

export type ApplePayPaymentRequest = {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly merchantCapabilities: readonly string[];
  readonly supportedNetworks: readonly string[];
  readonly total: LineItem;
};

declare global {
  interface Window {
    /** From Safari, or from Apple's script if the page has loaded it. */
    ApplePaySession?: {
      new (version: number, request: ApplePayPaymentRequest): ApplePaySession;
      readonly canMakePayments: () => boolean;
      readonly supportsVersion: (version: number) => boolean;
      readonly STATUS_SUCCESS: number;
      readonly STATUS_FAILURE: number;
    };
  }
}
