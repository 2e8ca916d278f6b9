import type { RouteFacts } from '../../../lib/routing/route-facts.ts';
import type { CardBrand } from '../../../lib/types/card.ts';
import type { OverrideCondition } from '../../../lib/types/routing.ts';

type Payment = Partial<RouteFacts> & { readonly brand?: CardBrand };

type Samples<Wanted> = {
  readonly narrow: Wanted;
  /** Takes all that `narrow` takes, and more. */
  readonly wide: Wanted;
  /** What `narrow` takes. */
  readonly met: Payment;
  /** What `wide` takes and `narrow` does not. */
  readonly missed: Payment;
};

/** Of every condition an override can name. One without samples does not compile. */
export const conditionSamples: {
  readonly [Key in keyof OverrideCondition]-?: Samples<NonNullable<OverrideCondition[Key]>>;
} = {
  currency: {
    narrow: ['usd'],
    wide: ['eur', 'usd'],
    met: { currency: 'usd' },
    missed: { currency: 'eur' },
  },
  amount: {
    narrow: { gte: 100, lt: 200 },
    wide: { gte: 100 },
    met: { amount: 199 },
    missed: { amount: 200 },
  },
  country: {
    narrow: ['US'],
    wide: ['US', 'CA'],
    met: { country: 'US' },
    missed: { country: 'CA' },
  },
  card_brand: {
    narrow: ['amex'],
    wide: ['amex', 'jcb'],
    met: { brand: 'amex' },
    missed: { brand: 'jcb' },
  },
};
