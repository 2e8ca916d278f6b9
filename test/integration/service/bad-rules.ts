import { rule } from './rules-of.ts';

const good = rule('checked', { stripe: 70, adyen: 30 });
const override = (when: object, targets: unknown = [{ psp: 'adyen', weight: 1 }]) => ({
  ...good,
  overrides: [{ when, targets }],
});
const { name: _, ...nameless } = good;
const { targets: __, ...aimless } = good;

/** Rules that must not be published, and the field that is at fault. */
export const badRules: readonly { readonly what: string; readonly body: object; readonly param: string }[] = [
  { what: 'no name', body: nameless, param: 'name' },
  { what: 'a name in capitals', body: { ...good, name: 'Main' }, param: 'name' },
  { what: 'a name as number', body: { ...good, name: 5 }, param: 'name' },
  { what: 'no targets', body: aimless, param: 'targets' },
  { what: 'no target', body: { ...good, targets: [] }, param: 'targets' },
  { what: 'targets as object', body: { ...good, targets: {} }, param: 'targets' },
  { what: 'an unknown PSP', body: rule('checked', { stripe: 1, nobody: 1 }), param: 'targets[1].psp' },
  {
    what: 'a PSP twice',
    body: { ...good, targets: [...good.targets, { psp: 'stripe', weight: 0 }] },
    param: 'targets[2].psp',
  },
  { what: 'only zeros', body: rule('checked', { stripe: 0, adyen: 0 }), param: 'targets' },
  { what: 'a negative weight', body: rule('checked', { stripe: -1 }), param: 'targets[0].weight' },
  { what: 'a weight above 10000', body: rule('checked', { stripe: 10_001 }), param: 'targets[0].weight' },
  { what: 'half a weight', body: rule('checked', { stripe: 0.5 }), param: 'targets[0].weight' },
  {
    what: 'a target without weight',
    body: { ...good, targets: [{ psp: 'stripe' }] },
    param: 'targets[0].weight',
  },
  {
    what: 'a surprise in a target',
    body: { ...good, targets: [{ psp: 'stripe', weight: 1, fee: 1 }] },
    param: 'targets[0].fee',
  },
  { what: 'a surprise', body: { ...good, surprise: 1 }, param: 'surprise' },
  { what: 'wallets nowhere', body: { ...good, wallets: 'none' }, param: 'wallets' },
  { what: 'wallets as list', body: { ...good, wallets: ['any'] }, param: 'wallets' },
  ...[
    'unknown',
    'duplicate',
    'insufficient_funds',
    'fraud_suspected',
    'invalid_request',
    'captured',
    'nothing',
  ].map((outcome) => ({
    what: `failover on ${outcome}`,
    body: { ...good, failover: { ...good.failover, on: ['rate_limited', outcome] } },
    param: 'failover.on[1]',
  })),
  { what: 'no attempt', body: { ...good, failover: { max_attempts: 0 } }, param: 'failover.max_attempts' },
  { what: 'six attempts', body: { ...good, failover: { max_attempts: 6 } }, param: 'failover.max_attempts' },
  {
    what: 'a time-out of an hour',
    body: { ...good, failover: { attempt_timeout_ms: 3_600_000 } },
    param: 'failover.attempt_timeout_ms',
  },
  { what: 'a surprise in failover', body: { ...good, failover: { retry: true } }, param: 'failover.retry' },
  {
    what: 'an override for no currency',
    body: override({ currency: [] }),
    param: 'overrides[0].when.currency',
  },
  {
    what: 'an unknown currency',
    body: override({ currency: ['eur', 'EUR'] }),
    param: 'overrides[0].when.currency[1]',
  },
  { what: 'an unknown country', body: override({ country: ['xx'] }), param: 'overrides[0].when.country[0]' },
  {
    what: 'an unknown brand',
    body: override({ card_brand: ['shop'] }),
    param: 'overrides[0].when.card_brand[0]',
  },
  {
    what: 'a range that is empty',
    body: override({ amount: { gte: 100, lt: 100 } }),
    param: 'overrides[0].when.amount.gte',
  },
  { what: 'a range without bounds', body: override({ amount: {} }), param: 'overrides[0].when.amount' },
  {
    what: 'a condition of another name',
    body: override({ weekday: ['monday'] }),
    param: 'overrides[0].when.weekday',
  },
  {
    what: 'an unknown PSP in an override',
    body: override({ currency: ['eur'] }, [{ psp: 'nobody', weight: 1 }]),
    param: 'overrides[0].targets[0].psp',
  },
  {
    what: 'an override that an earlier one covers',
    body: {
      ...good,
      overrides: [
        { when: { currency: ['eur', 'usd'] }, targets: good.targets },
        { when: { currency: ['usd'], country: ['US'] }, targets: good.targets },
      ],
    },
    param: 'overrides[1].when',
  },
  { what: 'a version as text', body: { ...good, version: '1' }, param: 'version' },
  { what: 'dry_run as text', body: { ...good, dry_run: 'true' }, param: 'dry_run' },
];
