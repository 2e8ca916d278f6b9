import type { CardBrand } from '../types/card.ts';
import {
  type Authentication,
  type ChargedCard,
  type CheckResult,
  type Checks,
  fundings,
  type Particulars,
} from '../types/particulars.ts';

/** What an adapter has read. Responses are untrusted, so each value is well-formed or undefined. */
export type Read = {
  readonly card?: {
    readonly brand?: CardBrand | undefined;
    readonly last4?: string | undefined;
    readonly exp_month?: number | undefined;
    readonly exp_year?: number | undefined;
    readonly funding?: string | undefined;
    readonly country?: string | undefined;
  };
  readonly checks?: { readonly [check in keyof Checks]?: CheckResult | undefined };
  readonly network_transaction_id?: string | undefined;
  readonly authorization_code?: string | undefined;
  readonly authentication?: {
    readonly liability_shift?: boolean | undefined;
    readonly eci?: string | undefined;
    readonly version?: string | undefined;
  };
  /** A PSP's token, in a form that its `tokenKind` calls `stored`. */
  readonly mandate?: string | undefined;
};

/** The `particulars` field of a result, with its well-formed parts; no field if there are none. */
export const particulars = ({
  card = {},
  checks = {},
  network_transaction_id,
  authorization_code,
  authentication = {},
  mandate,
}: Read): { readonly particulars?: Particulars } => {
  const reported = keepPresent<Particulars>({
    card: keepPresent<ChargedCard>({
      brand: card.brand,
      last4: keepFormed(/^\d{4}$/, card.last4),
      exp_month: keepWithin(1, 12, card.exp_month),
      exp_year: keepWithin(2000, 2099, card.exp_year),
      funding: fundings.find((funding) => funding === card.funding?.toLowerCase()),
      country: keepFormed(/^[A-Z]{2}$/, card.country),
    }),
    checks: keepPresent<Checks>(checks),
    network_transaction_id: keepFormed(/^[!-~]{1,64}$/, network_transaction_id),
    authorization_code: keepFormed(/^\w{1,12}$/, authorization_code),
    authentication: keepPresent<Authentication>({
      liability_shift: authentication.liability_shift,
      eci: keepFormed(/^\d{2}$/, authentication.eci?.padStart(2, '0')),
      version: keepFormed(/^\d(\.\d+){1,2}$/, authentication.version),
    }),
    mandate,
  });
  return reported ? { particulars: reported } : {};
};

/** The defined fields of an object, if there are any. */
const keepPresent = <T extends object>(
  fields: { readonly [field in keyof T]?: T[field] | undefined },
): T | undefined => {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return defined.length === 0 ? undefined : (Object.fromEntries(defined) as T);
};

const keepFormed = (form: RegExp, text: string | undefined): string | undefined =>
  text !== undefined && form.test(text) ? text : undefined;

const keepWithin = (least: number, most: number, value: number | undefined): number | undefined =>
  value !== undefined && value >= least && value <= most ? value : undefined;
