import type { OverrideCondition } from '../../../lib/types/routing.ts';

type ConditionDescriptions = Readonly<Record<keyof OverrideCondition, string> & Record<string, string>>;

/** What each condition of an override checks. A condition without a description does not compile. */
export const conditionDescriptions = {
  currency: 'One of these currencies.',
  amount: "Within these bounds, in the currency's minor unit.",
  'amount.gte': 'At least.',
  'amount.gt': 'More than.',
  'amount.lte': 'At most.',
  'amount.lt': 'Less than.',
  country: 'One of these countries.',
  card_brand: 'One of these brands. The brand is known only at confirm, so the session gets a plan for each.',
} satisfies ConditionDescriptions;
