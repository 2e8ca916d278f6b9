/** A card as the books keep it: of its number only the last digits. */
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
