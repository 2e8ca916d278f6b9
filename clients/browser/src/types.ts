/** What `change` reports. Never a digit of the card. */
export type CardChange = {
  /** Every field is filled in and valid. */
  readonly complete: boolean;
  /** No field holds anything. */
  readonly empty: boolean;
  /** The first mistake the customer was shown; or null. */
  readonly error: FieldError | null;
  /** The network the number's range belongs to, as soon as only one is left. */
  readonly brand: CardBrand | null;
};

export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'maestro';

/** What a payment can be made over. A card may bear two: its brand's, and a national one. */
export type CardNetwork = CardBrand | 'cartes_bancaires';

export type Wallet = 'applepay' | 'googlepay';

export type FieldName = 'number' | 'expiry' | 'cvc' | 'name' | 'country' | 'postal_code';

export type FieldError = {
  readonly field: FieldName;
  readonly code: 'missing' | 'incomplete' | 'invalid' | 'expired';
  /** For people; already shown and announced inside the frame. */
  readonly message: string;
};

/** A checkout session as the session's own token reads it: `GET /v1/checkout/sessions/{id}`. */
export type CheckoutSession = {
  readonly id: string;
  readonly object: 'checkout.session';
  /** In the currency's ISO 4217 minor unit. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'requires_action' | 'processing' | 'authorized' | 'paid' | 'canceled';
  readonly capture_method: 'automatic' | 'manual';
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly country: string | null;
  /** What of the billing address the fields ask for. */
  readonly collect: readonly ('country' | 'postal_code')[];
  /** The wallets that the first PSP of the plan takes; null if it takes none. */
  readonly wallets: { readonly psp: string; readonly types: readonly Wallet[] } | null;
  /** Where the card is collected, if the environment has a vault and the session may be paid. */
  readonly vault?: { readonly url: string; readonly grant: string } | null;
  readonly expires_at: number;
  readonly livemode: boolean;
  readonly charge: string | null;
  readonly next_action: {
    readonly type: 'redirect_to_url';
    readonly redirect_to_url: { readonly url: string };
  } | null;
  readonly last_payment_error: { readonly decline_code: string; readonly message: string } | null;
};

/**
 * What became of a confirm. Only `declined`, `refused` and `incomplete` say that nothing was charged; `processing` says that nobody knows yet, and
 * never turns out to have meant "failed" without the service saying so.
 */
export type ConfirmResult =
  /** Paid, or authorised for a later capture: `session.payment_status` tells which. */
  | { readonly status: 'succeeded'; readonly session: CheckoutSession }
  /** The outcome is not known yet. Read the session from your server, or wait for it: it will be. */
  | { readonly status: 'processing'; readonly session: CheckoutSession | null }
  /** The browser is leaving for the bank's page and comes back to `success_url` or `cancel_url`. */
  | { readonly status: 'redirecting'; readonly url: string }
  /** A definite no. The customer may try again in the same session. */
  | {
      readonly status: 'declined';
      readonly decline_code: string;
      readonly message: string;
      readonly session: CheckoutSession | null;
    }
  /** The payment had been made and was canceled since. */
  | { readonly status: 'canceled'; readonly session: CheckoutSession }
  /** The service did not take the confirm: `code` is one of the API's error codes, `session_expired` for example. */
  | { readonly status: 'refused'; readonly code: string; readonly message: string }
  /** Nothing was sent: the customer has to correct `error.field`, which has the focus now. */
  | { readonly status: 'incomplete'; readonly error: FieldError };

/** Everything a page may change about the fields' looks. Anything that is not a plain colour, length or font name is ignored. */
export type CardStyle = {
  /** Default `light`; `light dark` follows the customer's system, as the page around should then. */
  readonly colorScheme?: 'light' | 'dark' | 'light dark';
  readonly fontFamily?: string;
  readonly fontSize?: string;
  readonly textColor?: string;
  readonly labelColor?: string;
  readonly placeholderColor?: string;
  readonly backgroundColor?: string;
  readonly borderColor?: string;
  readonly borderRadius?: string;
  readonly focusColor?: string;
  readonly errorColor?: string;
  readonly gap?: string;
};

/** Something tried to run in the frame, or to send from it, and the frame's policy stopped it: the frame, the browser or an extension of it is not as it was. */
export type PolicyViolation = {
  /** `script-src-elem`, `connect-src` … */
  readonly directive: string;
  /** The origin it led to, or what it was: `inline`, `eval`, `data`. */
  readonly blocked: string;
};

export type CardEvents = {
  readonly ready: undefined;
  readonly change: CardChange;
  readonly focus: undefined;
  readonly blur: undefined;
  /** Enter was pressed in a field. */
  readonly submit: undefined;
  /** The frame could not be loaded in two tries. */
  readonly loaderror: undefined;
  readonly violation: PolicyViolation;
};

/** One frame: the whole card, or one field of a group. */
export type FieldElement = {
  /** Puts the frame into a container. An element is mounted once. */
  readonly mount: (container: Element | string) => FieldElement;
  readonly on: <Name extends keyof CardEvents>(
    name: Name,
    listener: (event: CardEvents[Name]) => void,
  ) => FieldElement;
  readonly focus: () => void;
  readonly clear: () => void;
  readonly destroy: () => void;
};

/**
 * Pays the session with the card in the frame, or in the frames of a group. While one confirm is under way every further call returns the same promise.
 * Rejects only if nothing was sent: a frame did not load, or is not in the page.
 */
export type Confirm = (client_secret: string) => Promise<ConfirmResult>;

export type CardElement = Omit<FieldElement, 'mount' | 'on'> & {
  /** Puts the frame into a container. An element is mounted once. */
  readonly mount: (container: Element | string) => CardElement;
  readonly on: <Name extends keyof CardEvents>(
    name: Name,
    listener: (event: CardEvents[Name]) => void,
  ) => CardElement;
  readonly confirm: Confirm;
};

/** Events of all fields of a group; `change` reports the card as a whole. */
export type GroupEvents = Pick<CardEvents, 'change' | 'submit' | 'loaderror' | 'violation'>;

/** One card with each field in a frame of its own. `number`, `expiry` and `cvc` have to be mounted before it can be confirmed; the others may be. */
export type FieldGroup = {
  /** A field of this group. Throws for a field that exists and is not destroyed. */
  readonly create: (field: FieldName) => FieldElement;
  readonly on: <Name extends keyof GroupEvents>(
    name: Name,
    listener: (event: GroupEvents[Name]) => void,
  ) => FieldGroup;
  /** Empties every field. */
  readonly clear: () => void;
  readonly confirm: Confirm;
  readonly destroy: () => void;
};

export type PaymentFields = {
  /** `client_secret`: of the session that will be confirmed, if it is known already, so that the fields can ask for what it collects. */
  readonly create: (
    kind: 'card',
    options?: { readonly style?: CardStyle; readonly client_secret?: string },
  ) => CardElement;
  readonly group: (options?: { readonly style?: CardStyle }) => FieldGroup;
};
