import type { ConfirmResult, PolicyViolation, Wallet } from './types.ts';

/** Google's settings for you. Names and values are Google's own: its reference for the web, "Request objects". */
export type GooglePayOptions = {
  readonly environment: 'TEST' | 'PRODUCTION';
  /** Google's id for you, for `PRODUCTION`. */
  readonly merchantId?: string;
  /** The name that the customer sees. If omitted, the name that Google knows you by. */
  readonly merchantName?: string;
  /** Where the payment is processed: ISO 3166-1 alpha-2, uppercase. */
  readonly country: string;
  readonly networks: readonly ('AMEX' | 'DISCOVER' | 'INTERAC' | 'JCB' | 'MASTERCARD' | 'VISA')[];
  /**
   * For each PSP account that Google may encrypt for, its gateway's parameters: `{ adyen: { gateway: 'adyen', gatewayMerchantId: 'ShopECOM' } }`.
   * Accounts with the same parameters can open each other's tokens.
   */
  readonly psps: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Apple's settings for you. Names and values are Apple's own: Apple Pay on the Web, `ApplePayPaymentRequest`. */
export type ApplePayOptions = {
  /** The version of Apple Pay JS, 3 or higher. A browser that does not know it shows no button. */
  readonly version: number;
  /** Your country: ISO 3166-1 alpha-2, uppercase. */
  readonly country: string;
  /** Your name, as the customer sees it next to the amount. */
  readonly label: string;
  /** `visa`, `masterCard`, `amex` … */
  readonly networks: readonly string[];
  readonly merchantCapabilities: readonly (
    | 'supports3DS'
    | 'supportsEMV'
    | 'supportsCredit'
    | 'supportsDebit'
  )[];
  /** The PSP accounts that hold the payment processing certificate of your merchant id. */
  readonly psps: readonly string[];
  /** Makes your server ask Apple for a merchant session, with your merchant identity certificate, and returns it unchanged. */
  readonly validateMerchant: (validationURL: string) => Promise<unknown>;
};

/** A session and its wallets, of which buttons on their own need at least one. */
export type WalletOptions = {
  /** The secret of the session to pay. */
  readonly client_secret: string;
  readonly googlepay?: GooglePayOptions;
  readonly applepay?: ApplePayOptions;
  /** Default `black`; `white` is for dark pages. */
  readonly buttonColor?: 'black' | 'white';
};

/** What `on` listens for, with what each listener gets. */
export type WalletEvents = {
  /** The buttons are known: none if the session offers none, or the browser has no such wallet. */
  readonly ready: { readonly wallets: readonly Wallet[] };
  /** The customer has approved the payment in the wallet, and it is being made. */
  readonly confirming: { readonly wallet: Wallet };
  /** The result, as with a card. */
  readonly result: ConfirmResult;
  /** Nothing was sent. `code`: `CANCELED` if the customer closed the sheet, otherwise the reason why it did not open. */
  readonly cancel: { readonly wallet: Wallet; readonly code: string };
  /** The service's frame could not be loaded in two tries. */
  readonly loaderror: undefined;
  /** The policy of the service's frame stopped something. */
  readonly violation: PolicyViolation;
};

/** The wallets' own buttons, for one session. */
export type WalletElement = {
  /** Adds the buttons to a container. An element can be mounted once. Throws if it is, or if there is no such container. */
  readonly mount: (container: Element | string) => WalletElement;
  readonly on: <Name extends keyof WalletEvents>(
    name: Name,
    listener: (event: WalletEvents[Name]) => void,
  ) => WalletElement;
  readonly destroy: () => void;
};

/** What `loadWallets` gives. Throws a `TypeError` for an unknown or invalid option, and for what is no `client_secret`. */
export type PaymentWallets = { readonly create: (options: WalletOptions) => WalletElement };
