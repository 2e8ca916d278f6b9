/** A card as the books keep it: the number itself only if it is a published test card's. */
export type CheckoutCard = {
  readonly scheme: string;
  readonly last4: string;
  readonly bin: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
  readonly fingerprint: string;
  /** Whether its issuer takes part in 3-D Secure. */
  readonly enrolled: boolean;
  /** The number of a documented test card, which decides the response; null for any other. */
  readonly test_number: string | null;
};
