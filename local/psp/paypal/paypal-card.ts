/** A card as stored in the books: only the last digits of its number. */
export type PayPalCard = {
  readonly brand: string;
  readonly last_digits: string;
  /** The processor's answer requested from the sandbox. */
  readonly response_code: string;
  /** Whether the sandbox asks its holder to authenticate. */
  readonly challenged: boolean;
  /** Whether the security code was checked. */
  readonly cvv_code?: 'M' | 'P';
};
