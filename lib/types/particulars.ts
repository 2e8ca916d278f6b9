import type { CardBrand } from './card.ts';

export const fundings = ['credit', 'debit', 'prepaid', 'charge'] as const;

/** The card that was charged. `exp_year` has four digits; `country` is the issuer's, ISO 3166-1 alpha-2. */
export type ChargedCard = {
  readonly brand?: CardBrand;
  /** The first six digits, only of a card in the vault. */
  readonly bin?: string;
  readonly last4?: string;
  readonly exp_month?: number;
  readonly exp_year?: number;
  readonly funding?: (typeof fundings)[number];
  readonly country?: string;
};

export const checkResults = ['pass', 'fail', 'unavailable', 'unchecked'] as const;

/** The issuer's result for one check. `unavailable`: the issuer could not tell; `unchecked`: it was not asked. */
export type CheckResult = (typeof checkResults)[number];

export type Checks = {
  readonly address?: CheckResult;
  readonly postal_code?: CheckResult;
  readonly cvc?: CheckResult;
};

/** The result of 3-D Secure. `liability_shift`: whether the issuer is liable for fraud. `version` as the protocol writes it (`2.2.0`). */
export type Authentication = {
  readonly liability_shift?: boolean;
  readonly eci?: string;
  readonly version?: string;
};

/** What a PSP reports about a payment besides its outcome. No decision on this payment depends on it. */
export type Particulars = {
  readonly card?: ChargedCard;
  readonly checks?: Checks;
  /** The network's own id of the transaction. */
  readonly network_transaction_id?: string;
  /** The issuer's code for its approval. */
  readonly authorization_code?: string;
  readonly authentication?: Authentication;
  /** The `psp_token` that represents the card at this PSP account from now on. Only an API key may use it. */
  readonly mandate?: string;
};
