/** One open payment sheet of Google's. Amounts and names as Google's reference writes them. */
export type GoogleSheet = {
  readonly request: {
    readonly allowedPaymentMethods: readonly {
      readonly parameters: { readonly allowedCardNetworks: readonly string[] };
      readonly tokenizationSpecification: { readonly parameters: Readonly<Record<string, string>> };
    }[];
    readonly merchantInfo: object;
    readonly transactionInfo: Readonly<Record<string, string>>;
  };
  readonly approve: (token: string) => void;
  readonly close: () => void;
};

declare global {
  interface Window {
    googleEnvironment?: string;
    /** False: this customer cannot pay with it. */
    googleReady?: boolean;
    googleSheets: GoogleSheet[];
  }
}

/**
 * Stands in for https://pay.google.com/gp/p/js/pay.js, by Google's reference for the web ("Client", "Request objects") and its published types: the same
 * names, shapes and refusals; no customer and no encryption. Runs in the page, so it uses nothing from outside.
 */
const standIn = (): void => {
  const networks = [
    'AMEX',
    'DISCOVER',
    'ELECTRON',
    'ELO',
    'ELO_DEBIT',
    'INTERAC',
    'JCB',
    'MAESTRO',
    'MASTERCARD',
    'VISA',
  ];
  const methods = ['PAN_ONLY', 'CRYPTOGRAM_3DS'];
  const refusal = (statusCode: string, statusMessage = '') =>
    Object.assign(new Error(statusMessage), { statusCode, statusMessage });
  const some = (values: unknown, known: readonly string[]): boolean =>
    Array.isArray(values) && values.length > 0 && values.every((value) => known.includes(value));
  // biome-ignore lint/suspicious/noExplicitAny: what a page gives is looked at here.
  const cardProblem = ({ type, parameters = {} }: any): string | undefined => {
    if (type !== 'CARD') return 'type';
    if (!some(parameters.allowedAuthMethods, methods)) return 'allowedAuthMethods';
    return some(parameters.allowedCardNetworks, networks) ? undefined : 'allowedCardNetworks';
  };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const problem = (request: any): string | undefined => {
    if (request.apiVersion !== 2 || request.apiVersionMinor !== 0) return 'apiVersion';
    const { allowedPaymentMethods: allowed } = request;
    return Array.isArray(allowed) && allowed.length > 0
      ? allowed.map(cardProblem).find(Boolean)
      : 'allowedPaymentMethods';
  };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const dataProblem = (request: any): string | undefined => {
    for (const {
      tokenizationSpecification: { type, parameters } = {} as never,
    } of request.allowedPaymentMethods ?? [])
      if (
        type !== 'PAYMENT_GATEWAY' ||
        typeof parameters.gateway !== 'string' ||
        Object.values(parameters).some((value) => typeof value !== 'string')
      )
        return 'tokenizationSpecification';
    const { currencyCode, countryCode, totalPrice, totalPriceStatus, checkoutOption } =
      request.transactionInfo ?? {};
    if (!/^[A-Z]{3}$/.test(currencyCode)) return 'currencyCode';
    if (countryCode !== undefined && !/^[A-Z]{2}$/.test(countryCode)) return 'countryCode';
    if (!['NOT_CURRENTLY_KNOWN', 'ESTIMATED', 'FINAL'].includes(totalPriceStatus)) return 'totalPriceStatus';
    if (!/^[0-9]+(\.[0-9][0-9])?$/.test(totalPrice)) return 'totalPrice';
    if (checkoutOption === 'COMPLETE_IMMEDIATE_PURCHASE' && totalPriceStatus !== 'FINAL')
      return 'checkoutOption';
    return typeof request.merchantInfo === 'object' ? undefined : 'merchantInfo';
  };
  let open = false;
  window.googleSheets = [];

  class PaymentsClient {
    constructor({ environment = 'TEST' }: { readonly environment?: string }) {
      if (!['TEST', 'PRODUCTION'].includes(environment)) throw new Error('environment');
      window.googleEnvironment = environment;
    }

    async isReadyToPay(request: object): Promise<{ result: boolean }> {
      const wrong = problem(request);
      if (wrong) throw refusal('DEVELOPER_ERROR', wrong);
      return { result: window.googleReady !== false };
    }

    createButton({
      onClick,
      buttonSizeMode,
    }: {
      onClick: (event: Event) => void;
      buttonSizeMode?: string;
    }): HTMLElement {
      if (typeof onClick !== 'function') throw new Error('onClick');
      const around = document.createElement('div');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'gpay-button black buy en';
      button.setAttribute('aria-label', 'Google Pay');
      const full = buttonSizeMode === 'fill';
      around.style.cssText = full ? 'width:100%;height:100%' : 'width:240px;height:40px';
      button.style.cssText = 'width:100%;height:100%;background:#000;color:#fff;border:0';
      button.addEventListener('click', onClick);
      around.append(button);
      return around;
    }

    async loadPaymentData(request: GoogleSheet['request']): Promise<object> {
      const wrong = problem(request) ?? dataProblem(request);
      if (wrong) throw refusal('DEVELOPER_ERROR', wrong);
      // In a click only, and one sheet at a time.
      if (!navigator.userActivation.isActive || open) throw refusal('CANCELED');
      open = true;
      return new Promise((resolve, reject) => {
        window.googleSheets.push({
          request,
          approve: (token) => {
            open = false;
            resolve({
              apiVersion: 2,
              apiVersionMinor: 0,
              paymentMethodData: {
                type: 'CARD',
                description: 'Visa •••• 4242',
                info: { cardNetwork: 'VISA', cardDetails: '4242' },
                tokenizationData: { type: 'PAYMENT_GATEWAY', token },
              },
            });
          },
          close: () => {
            open = false;
            reject(refusal('CANCELED'));
          },
        });
      });
    }
  }
  Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
};

/** The script as a browser gets it. */
export const googlePayScript = `(${standIn})()`;

export const googlePayAddress = 'https://pay.google.com/gp/p/js/pay.js';
