/** A card as a payment shows it. */
export type SquareCard = {
  readonly card_brand: string;
  readonly last_4: string;
  /** The sandbox's error for it; null if it pays. */
  readonly error: string | null;
};

const visa = (error: string | null): SquareCard => ({ card_brand: 'VISA', last_4: '1111', error });

/** The payment tokens of Square's sandbox (its documentation, "Sandbox payments"), which can be reused. */
const tokens: Readonly<Record<string, SquareCard>> = {
  'cnon:card-nonce-ok': visa(null),
  'cnon:card-nonce-declined': visa('GENERIC_DECLINE'),
  'cnon:card-nonce-rejected-cvv': visa('CVV_FAILURE'),
  'cnon:card-nonce-rejected-postalcode': visa('ADDRESS_VERIFICATION_FAILURE'),
  'cnon:card-nonce-rejected-expiration': visa('INVALID_EXPIRATION'),
  'cnon:card-nonce-already-used': visa('CARD_TOKEN_USED'),
  'cnon:gift-card-nonce-insufficient-funds': {
    card_brand: 'SQUARE_GIFT_CARD',
    last_4: '0000',
    error: 'INSUFFICIENT_FUNDS',
  },
};

/** A card on file, which pays for its own customer only. */
const cardOnFile = 'ccof:customer-card-id-ok';

export const isCardOnFile = (source_id: string): boolean => source_id.startsWith('ccof:');

/** The card of a token: one of the sandbox's, or any other of the form, which pays once. Undefined if there is none. */
export const cardOf = (
  source_id: string,
): { readonly card: SquareCard; readonly once: boolean } | undefined => {
  const standing = Object.hasOwn(tokens, source_id) ? tokens[source_id] : undefined;
  if (standing !== undefined) return { card: standing, once: false };
  if (source_id === cardOnFile) return { card: visa(null), once: false };
  return /^cnon:[\w-]{10,}$/.test(source_id) ? { card: visa(null), once: true } : undefined;
};
