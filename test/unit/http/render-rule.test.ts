import { describe, expect, test } from '@jest/globals';
import { renderPublication, renderRule, renderRuleVersion } from '../../../lib/http/render-rule.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import type { PublishedRule, RoutingRule } from '../../../lib/types/routing.ts';

const least = ruleSchema.parse({ name: 'default', targets: [{ psp: 'stripe', weight: 1 }] }) as RoutingRule;

/** Every field of the schema, with a value that is not its default. */
const full: RoutingRule = {
  ...least,
  failover: { ...least.failover, max_attempts: 2 },
  health: { mode: 'steer', max_shift: 20, min_share: 5 },
  wallets: 'first',
  overrides: [{ when: { currency: ['eur'] }, targets: [{ psp: 'adyen', weight: 1 }] }],
};

const published = (rule: RoutingRule): PublishedRule => ({ ...rule, version: 3, created: 1_700_000_000 });

const versionOf = (document: RoutingRule) =>
  renderRuleVersion({
    rule: document.name,
    version: 3,
    state: 'published',
    document,
    author: null,
    note: null,
    created: 1_700_000_000,
    diff: [],
  } as never).document;

describe('a rule as the API shows it', () => {
  test('these samples have every field that a rule may have', () => {
    expect(Object.keys(full).toSorted()).toEqual(Object.keys(ruleSchema.shape).toSorted());
  });

  test.each([
    ['only the required fields', least],
    ['every field', full],
    ['wallets at any PSP, said so', { ...full, wallets: 'any' } as const],
  ])('reads back as it was published: %s', (_, rule) => {
    const { version, created, object, ...read } = renderRule(published(rule)) as Record<string, unknown>;
    expect(read).toEqual(rule);
    expect(ruleSchema.parse(read)).toEqual(rule);
    expect(versionOf(rule)).toEqual(rule);
    const candidate = { rule: published(rule), percent: 10, salt: 's' };
    expect(renderRule({ ...published(least), candidate }).candidate?.rule).toMatchObject(rule);
    const publication = { rule: published(rule), previous: null, changed: true } as const;
    expect(renderPublication(publication as never)).toMatchObject(rule);
  });
});
