/** What `change` reports. It never contains a digit of the card. */
export type CardChange = {
  /** Every field is filled in and valid. */
  readonly complete: boolean;
  /** Every field is empty. */
  readonly empty: boolean;
  /** The first mistake shown to the customer, or null. */
  readonly error: FieldError | null;
  /** The network of the number's range, as soon as only one is possible. */
  readonly brand: CardBrand | null;
};

/** The network of a card's number. */
export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'maestro';

/** A card network. A card may have two: its brand's, and a national one. */
export type CardNetwork = CardBrand | 'cartes_bancaires';

export type Wallet = 'applepay' | 'googlepay';

export type FieldName = 'number' | 'expiry' | 'cvc' | 'name' | 'country' | 'postal_code';

/** A mistake in a field. */
export type FieldError = {
  readonly field: FieldName;
  readonly code: 'missing' | 'incomplete' | 'invalid' | 'expired';
  /** For people; already shown and announced inside the frame. */
  readonly message: string;
};

/** A stored card of the session's customer. `id`: of the payment method. */
export type SavedCard = {
  readonly id: string;
  readonly brand: CardBrand | null;
  readonly last4: string;
  /** 1 to 12. */
  readonly exp_month: number;
  /** Four digits. */
  readonly exp_year: number;
};

/** A checkout session as seen with its own session token: `GET /v1/checkout/sessions/{id}`. */
export type CheckoutSession = {
  readonly id: string;
  readonly object: 'checkout.session';
  /** In the currency's ISO 4217 minor unit. */
  readonly amount: number;
  /** Lowercase ISO 4217. */
  readonly currency: string;
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'requires_action' | 'processing' | 'authorized' | 'paid' | 'canceled';
  readonly capture_method: 'automatic' | 'manual';
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly description: string | null;
  /** ISO 3166-1 alpha-2, uppercase. */
  readonly country: string | null;
  /** The parts of the billing address that the fields ask for. */
  readonly collect: readonly ('country' | 'postal_code')[];
  /** The wallets that can pay, and at which PSP; null if none can. */
  readonly wallets: { readonly psp: string; readonly types: readonly Wallet[] } | null;
  /** Where the card is collected, if the environment has a vault and the session can be paid. */
  readonly vault?: {
    readonly url: string;
    readonly grant: string;
    readonly saved_cards?: readonly SavedCard[];
  } | null;
  /** Unix seconds. */
  readonly expires_at: number;
  readonly livemode: boolean;
  readonly charge: string | null;
  readonly next_action: {
    readonly type: 'redirect_to_url';
    readonly redirect_to_url: { readonly url: string; readonly frame?: true };
  } | null;
  readonly last_payment_error: { readonly decline_code: string; readonly message: string } | null;
};

/**
 * The result of a confirm. Only `declined`, `refused` and `incomplete` mean that nothing was charged. `processing` means that the outcome is not known
 * yet; treat it as failed only once the service says so.
 */
export type ConfirmResult =
  /** Paid, or authorised for a later capture: `session.payment_status` says which. */
  | { readonly status: 'succeeded'; readonly session: CheckoutSession }
  /** The outcome is not known yet. Read the session from your server later. */
  | { readonly status: 'processing'; readonly session: CheckoutSession | null }
  /** The browser is leaving for the bank's page and comes back to `success_url` or `cancel_url`. `frame`: a frame of the page could have shown it. */
  | { readonly status: 'redirecting'; readonly url: string; readonly frame?: true }
  /** A definite no. The customer may try again in the same session. */
  | {
      readonly status: 'declined';
      readonly decline_code: string;
      readonly message: string;
      readonly session: CheckoutSession | null;
    }
  /** The payment was made and has been canceled since. */
  | { readonly status: 'canceled'; readonly session: CheckoutSession }
  /**
   * The service rejected the confirm: `code` is one of the API's error codes, for example `session_expired`. `url`, with `payment_in_progress`: the
   * bank's page for an earlier try that cannot be ended now, to offer to the customer.
   */
  | { readonly status: 'refused'; readonly code: string; readonly message: string; readonly url?: string }
  /** Nothing was sent. The customer must correct `error.field`, which now has the focus. */
  | { readonly status: 'incomplete'; readonly error: FieldError };

/**
 * Everything a page may change about the fields' looks. Anything that is not a plain colour, font name or length (in `px`, `rem` or `em`) is ignored, and
 * the console says so.
 */
export type CardStyle = {
  /** Default `light`. `light dark` follows the customer's system; your page should then do the same. */
  readonly colorScheme?: 'light' | 'dark' | 'light dark';
  readonly fontFamily?: string;
  /** At least 10 pixels. */
  readonly fontSize?: string;
  /** `100` to `900`; default `400`. */
  readonly fontWeight?: string;
  readonly textColor?: string;
  readonly labelColor?: string;
  readonly placeholderColor?: string;
  readonly backgroundColor?: string;
  readonly borderColor?: string;
  readonly borderRadius?: string;
  readonly focusColor?: string;
  readonly errorColor?: string;
  readonly gap?: string;
  /** Between a field's border and its text, at most 24 pixels. */
  readonly padding?: string;
};

/**
 * The frame's policy stopped something that tried to run in the frame or send from it: something, perhaps the browser or an extension, has changed
 * the frame.
 */
export type PolicyViolation = {
  /** `script-src-elem`, `connect-src` … */
  readonly directive: string;
  /** The blocked origin, or its kind: `inline`, `eval`, `data`. */
  readonly blocked: string;
};

/** What `on` listens for, with what each listener gets. */
export type CardEvents = {
  readonly ready: undefined;
  readonly change: CardChange;
  readonly focus: undefined;
  readonly blur: undefined;
  /** The customer pressed Enter in a field. */
  readonly submit: undefined;
  /** The card is complete, and the payment is being made. */
  readonly confirming: undefined;
  /** What became of a payment whose `confirm` ended as `processing` when `patience` did. */
  readonly result: ConfirmResult;
  /** The frame failed to load twice. */
  readonly loaderror: undefined;
  readonly violation: PolicyViolation;
};

/** One frame: the whole card, or one field of a group. `on` throws a `TypeError` for an unknown event. */
export type FieldElement = {
  /** Puts the frame into a container. An element can be mounted once. Throws if it is, or if there is no such container. */
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
 * Pays the session with the card in the frame, or in the frames of a group. While one confirm is in progress, every further call returns the same
 * promise. Rejects only if nothing was sent, because a frame did not load or is not in the page.
 */
export type Confirm = (client_secret: string) => Promise<ConfirmResult>;

/** The whole card in one frame. `on` throws a `TypeError` for an unknown event. */
export type CardElement = Omit<FieldElement, 'mount' | 'on'> & {
  /** Puts the frame into a container. An element can be mounted once. Throws if it is, or if there is no such container. */
  readonly mount: (container: Element | string) => CardElement;
  readonly on: <Name extends keyof CardEvents>(
    name: Name,
    listener: (event: CardEvents[Name]) => void,
  ) => CardElement;
  readonly confirm: Confirm;
};

/** Events of all fields of a group; `change` reports the card as a whole. */
export type GroupEvents = Pick<
  CardEvents,
  'change' | 'submit' | 'confirming' | 'result' | 'loaderror' | 'violation'
>;

/** One card with each field in its own frame. `number`, `expiry` and `cvc` must be mounted before it can be confirmed; the others are optional. */
export type FieldGroup = {
  /** A field of this group. Throws a `TypeError` if the field exists and has not been destroyed. */
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

/** A font of the page, to use in `style.fontFamily`. */
export type FontSource = {
  readonly family: string;
  /** Its file, at an origin that the environment allows. */
  readonly src: string;
  /** `100` to `900`; default `400`. */
  readonly weight?: string;
};

/** Options of a group, which the other elements have too. */
export type GroupOptions = {
  readonly style?: CardStyle;
  /** At most eight. */
  readonly fonts?: readonly FontSource[];
  /** After how many seconds a `confirm` ends as `processing`; 20 by default. What becomes of the payment later is the event `result`. */
  readonly patience?: number;
  /** The language of the fields and of what they say, as `de` or `de-AT`. Default and for a language that they do not have: English. */
  readonly locale?: string;
  /**
   * `if_required`: where the payment provider documents that it can be shown in a frame, 3-D Secure opens above your page, and `confirm` resolves to
   * what became of the payment. Elsewhere, and by default (`always`), the browser leaves for the bank's page.
   */
  readonly redirect?: 'always' | 'if_required';
};

/** Options of a card. */
export type CardOptions = GroupOptions & {
  /** Of the session to confirm, if it is already known, so that the fields can ask for what it collects. */
  readonly client_secret?: string;
  /** False: the customer is not asked for the name on the card. */
  readonly name?: boolean;
};
