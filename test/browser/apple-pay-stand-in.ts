/** One Apple Pay sheet, as the customer has it before them. */
export type AppleSheet = {
  readonly version: number;
  readonly request: {
    readonly currencyCode: string;
    readonly total: { readonly label: string; readonly amount: string };
  };
  /** `shown` is what the sheet says: the payment can be approved; it is being made; it was made; it is gone. */
  readonly shown: () => 'opening' | 'ready' | 'processing' | 'done' | 'canceled' | 'aborted';
  /** What it was told, in order. */
  readonly answers: readonly number[];
  readonly approve: (paymentData: object) => void;
  readonly close: () => void;
};

declare global {
  interface Window {
    appleReady?: boolean;
    appleSheets: AppleSheet[];
  }
}

/**
 * Stands in for Apple's own script in a browser that is not Safari, by Apple Pay on the Web's reference and published types: `ApplePaySession` with its
 * order of steps, and the element `apple-pay-button`. Runs in the page before anything else, so it uses nothing from outside.
 */
export const applePayStandIn = (): void => {
  type Shown = ReturnType<AppleSheet['shown']>;
  const wrongState = () => new DOMException('The object is in an invalid state.', 'InvalidAccessError');
  window.appleSheets = [];

  // biome-ignore lint/suspicious/noExplicitAny: what a page gives is looked at here.
  const check = (request: any): void => {
    const { countryCode, currencyCode, merchantCapabilities, supportedNetworks, total } = request;
    const right =
      /^[A-Z]{2}$/.test(countryCode) &&
      /^[A-Z]{3}$/.test(currencyCode) &&
      merchantCapabilities.includes('supports3DS') &&
      supportedNetworks.length > 0 &&
      /^\d+(\.\d+)?$/.test(total.amount) &&
      total.label !== '';
    if (!right) throw new TypeError('The payment request is not valid.');
  };

  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static readonly canMakePayments = (): boolean => window.appleReady !== false;
    static readonly supportsVersion = (version: number): boolean => version >= 1 && version <= 14;

    onvalidatemerchant?: (event: object) => void;
    onpaymentmethodselected?: (event: object) => void;
    onpaymentauthorized?: (event: object) => void;
    oncancel?: (event: object) => void;
    #shown: Shown = 'opening';
    #validated = false;
    readonly #answers: number[] = [];

    // biome-ignore lint/suspicious/noExplicitAny: as above.
    constructor(version: number, request: any) {
      if (!navigator.userActivation.isActive) throw wrongState();
      if (!ApplePaySession.supportsVersion(version)) throw wrongState();
      check(request);
      window.appleSheets.push({
        version,
        request,
        shown: () => this.#shown,
        answers: this.#answers,
        approve: (paymentData) => {
          if (this.#shown !== 'ready') throw wrongState();
          this.#shown = 'processing';
          const paymentMethod = { displayName: 'Visa 4242', network: 'Visa', type: 'credit' };
          const token = { paymentData, paymentMethod, transactionIdentifier: 'a1' };
          this.onpaymentauthorized?.({ payment: { token } });
        },
        close: () => {
          this.#shown = 'canceled';
          this.oncancel?.({});
        },
      });
    }

    begin(): void {
      setTimeout(() =>
        this.onvalidatemerchant?.({
          validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
        }),
      );
    }

    abort(): void {
      if (!['opening', 'ready', 'processing'].includes(this.#shown)) throw wrongState();
      this.#shown = 'aborted';
    }

    completeMerchantValidation(merchantSession: { readonly merchantSessionIdentifier?: string }): void {
      if (this.#shown !== 'opening' || this.#validated) throw wrongState();
      if (!merchantSession?.merchantSessionIdentifier)
        throw new TypeError('The merchant session is not valid.');
      this.#validated = true;
      setTimeout(() => this.onpaymentmethodselected?.({ paymentMethod: { type: 'credit' } }));
    }

    completePaymentMethodSelection({ newTotal }: { readonly newTotal: { readonly amount: string } }): void {
      if (this.#shown !== 'opening' || !/^\d+(\.\d+)?$/.test(newTotal.amount)) throw wrongState();
      this.#shown = 'ready';
    }

    completePayment({ status }: { readonly status: number }): void {
      if (this.#shown !== 'processing') throw wrongState();
      this.#answers.push(status);
      // After a failure the sheet stays for another card.
      this.#shown = status === ApplePaySession.STATUS_SUCCESS ? 'done' : 'ready';
    }
  }

  class ApplePayButton extends HTMLElement {
    connectedCallback(): void {
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('aria-label', 'Apple Pay');
      button.style.cssText =
        'width:var(--apple-pay-button-width);height:var(--apple-pay-button-height);background:#000';
      this.attachShadow({ mode: 'open' }).append(button);
    }
  }
  Object.assign(window, { ApplePaySession });
  customElements.define('apple-pay-button', ApplePayButton);
};
