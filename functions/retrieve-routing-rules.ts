import { readPublishedRules } from '../lib/config/read-published-rules.ts';
import { unknownRule } from '../lib/config/unknown-rule.ts';
import type { RoutingRuleListObject } from '../lib/contract/routing-rule.ts';
import { etagOf } from '../lib/http/if-match.ts';
import { renderRule } from '../lib/http/render-rule.ts';
import { listRoutingRules } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { rules } from '../lib/runtime/rules.ts';
import type { PublishedRule } from '../lib/types/routing.ts';

export const handler = endpoint(listRoutingRules, undefined, async ({ path, log }) => {
  const published = await readPublishedRules(rules(log));
  const { name } = path as { readonly name?: string };
  if (name === undefined) return { json: listOf(published) };
  const rule = published.find((candidate) => candidate.name === name);
  if (!rule) throw unknownRule(name, await rules(log)());
  return { json: renderRule(rule), etag: etagOf(rule.version) };
});

const listOf = (rules: readonly PublishedRule[]): RoutingRuleListObject => ({
  object: 'list',
  data: rules.map(renderRule),
});
