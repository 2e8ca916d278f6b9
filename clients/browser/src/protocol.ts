import type { CardChange, CardStyle, ConfirmResult, FieldName, PolicyViolation } from './types.ts';

/** One field of a card whose fields are in frames of their own. `group`: the same secret for all frames of one card. */
export type Part = { readonly field: FieldName; readonly group: string };

/**
 * In the fragment of the frame's address: who may talk to it, and the secret both sides show before anything else is said. Without a part, the frame
 * holds the whole card.
 */
export type Invitation = { readonly origin: string; readonly nonce: string; readonly part?: Part };

/** Frame to page, by window: the only message that is not sent through the channel. */
export type Hello = { readonly type: 'payment-fields:hello'; readonly nonce: string };

/** Page to frame, by window, with one port of a new channel. */
export type Connect = {
  readonly type: 'payment-fields:connect';
  readonly nonce: string;
  readonly style: CardStyle;
  /** Of the session that will be confirmed, if the page knows it. */
  readonly client_secret?: string | undefined;
};

export type FromFrame =
  | { readonly type: 'ready' | 'focus' | 'blur' | 'submit' | 'loaderror' }
  | { readonly type: 'change'; readonly change: CardChange }
  | { readonly type: 'height'; readonly pixels: number }
  | { readonly type: 'violation'; readonly violation: PolicyViolation }
  | { readonly type: 'result'; readonly id: number; readonly result: ConfirmResult };

export type ToFrame =
  | {
      readonly type: 'confirm';
      readonly id: number;
      readonly client_secret: string;
      /** The fields of the card that are in other frames. */
      readonly elsewhere: readonly FieldName[];
    }
  | { readonly type: 'focus' | 'clear' };
