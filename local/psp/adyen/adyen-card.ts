/** A card as submitted to the bank, without its number. `holder` may request a refusal. */
export type AdyenCard = {
  readonly last4: string;
  readonly brand: string;
  readonly holder: string | undefined;
  /** Whether its issuer supports 3-D Secure. */
  readonly enrolled: boolean;
};
