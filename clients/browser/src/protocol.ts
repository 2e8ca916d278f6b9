import type {
  CardChange,
  CardStyle,
  ConfirmResult,
  FieldName,
  FontSource,
  PolicyViolation,
  Wallet,
} from './types.ts';

/** One field of a card whose fields are in separate frames. `group`: the same secret for all frames of one card. */
export type Part = { readonly field: FieldName; readonly group: string };

/**
 * The fragment of the frame's address: who may talk to it, and the secret that both sides show first. Without a part, the frame contains the whole
 * card.
 */
export type Invitation = {
  readonly origin: string;
  readonly nonce: string;
  readonly part?: Part | undefined;
};

/** Frame to page, by window: the only message outside the channel. */
export type Hello = { readonly type: 'payment-fields:hello'; readonly nonce: string };

/** Page to frame, by window, with one port of a new channel. */
export type Connect = {
  readonly type: 'payment-fields:connect';
  readonly nonce: string;
  readonly style: CardStyle;
  readonly fonts?: readonly FontSource[] | undefined;
  /** The secret of the session that will be confirmed, if the page knows it. */
  readonly client_secret?: string | undefined;
  /** False: without the name on the card. */
  readonly name?: boolean | undefined;
  /** The frame says what becomes of this session, and takes what its wallets approve. */
  readonly payment?: boolean | undefined;
  /** In the hosted page, whose address travels: no saved cards. */
  readonly hosted?: boolean | undefined;
};

type FromAnyFrame =
  | { readonly type: 'violation'; readonly violation: PolicyViolation }
  | { readonly type: 'result'; readonly id: number; readonly result: ConfirmResult };

export type FromFrame =
  | FromAnyFrame
  | { readonly type: 'ready' | 'focus' | 'blur' | 'submit' | 'confirming' | 'loaderror' }
  | { readonly type: 'change'; readonly change: CardChange }
  | { readonly type: 'height'; readonly pixels: number }
  /** Of the frame, in its language. */
  | { readonly type: 'title'; readonly title: string }
  /** Of the session of a payment element. */
  | { readonly type: 'offer'; readonly offer: WalletOffer };

export type ToFrame =
  | {
      readonly type: 'confirm';
      readonly id: number;
      readonly client_secret: string;
      /** The fields of the card that are in other frames. */
      readonly elsewhere: readonly FieldName[];
      /** A customer who has not paid comes back to the hosted page. */
      readonly hosted?: boolean | undefined;
      /** The page can show 3-D Secure in a frame. */
      readonly framed?: boolean | undefined;
      /** Instead of the card, in a payment element. */
      readonly method?: WalletMethod | undefined;
    }
  /** What has become of the payment whose 3-D Secure has ended, or was left, in a frame of the page? */
  | { readonly type: 'returned'; readonly id: number; readonly client_secret: string }
  /** `divide`: there are other ways to pay above the card. */
  | { readonly type: 'focus' | 'clear' | 'divide' };

/** The payment that a wallet asks the customer for. */
export type WalletOffer = {
  /** The account that is tried first. */
  readonly psp: string;
  readonly types: readonly Wallet[];
  /** With the currency's number of decimals: `25.99`, `2599`, `2.599`. */
  readonly total: string;
  /** Uppercase ISO 4217 code. */
  readonly currency: string;
};

/** As the API accepts it. */
export type WalletMethod = {
  readonly type: Wallet;
  readonly token: string;
  readonly psps: readonly string[];
};

/** `offer` is null if no wallet can pay the session, or it cannot be read. */
export type FromWalletFrame = FromAnyFrame | { readonly type: 'offer'; readonly offer: WalletOffer | null };

export type ToWalletFrame = {
  readonly type: 'pay';
  readonly id: number;
  readonly client_secret: string;
  readonly method: WalletMethod;
};

/** The page where a challenge in a frame ends, to every page around it. */
export const returned = 'payment-fields:returned';
