/** A card as the books keep it. Nothing of its number but the last digits. */
export type PayPalCard = {
  readonly brand: string;
  readonly last_digits: string;
  /** The processor's answer that the sandbox was told to give for it. */
  readonly response_code: string;
  /** Whether the sandbox asks its holder to authenticate. */
  readonly challenged: boolean;
};
