import { finance, operations } from './people.ts';
import { length_ms } from './plan-week.ts';
import type { RulePublisher } from './publish-rules.ts';
import { day_ms, minute_ms, type Stories } from './stories.ts';

/** The versions of the rule `default`, and why. */
export const planRules = ({ publish }: RulePublisher, later: Stories['later']): void => {
  const targets = (stripe: number, adyen: number, checkout_com: number, paypal: number) => [
    { psp: 'stripe', weight: stripe },
    { psp: 'adyen', weight: adyen },
    { psp: 'checkout_com', weight: checkout_com },
    { psp: 'paypal', weight: paypal },
  ];
  const onlyThen = (psp: string, other: string) => [
    { psp, weight: 1 },
    { psp: other, weight: 0 },
  ];
  later(4 * minute_ms, () =>
    publish(
      { targets: targets(0, 100, 0, 0) },
      operations,
      'All to Adyen for an hour: the first payments under the new contract.',
    ),
  );
  later(55 * minute_ms, () =>
    publish(
      {
        targets: targets(40, 45, 10, 5),
        overrides: [
          { when: { currency: ['usd'] }, targets: onlyThen('stripe', 'adyen') },
          { when: { currency: ['chf'] }, targets: onlyThen('adyen', 'stripe') },
        ],
      },
      operations,
      'Dollars to Stripe, francs to Adyen with its acquirer in Zurich, the rest by price.',
    ),
  );
  later(length_ms - 1.2 * day_ms, () =>
    publish(
      { targets: targets(45, 30, 20, 5) },
      finance,
      'A part of Adyen’s share to Checkout.com until we know the cause of the outage.',
    ),
  );
};
