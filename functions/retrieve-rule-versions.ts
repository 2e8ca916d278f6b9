import { readVersion, readVersions } from '../lib/config/read-versions.ts';
import type { RoutingRuleVersionListObject } from '../lib/contract/routing-rule-version.ts';
import { etagOf } from '../lib/http/if-match.ts';
import { renderRuleVersion } from '../lib/http/render-rule.ts';
import { listRoutingRuleVersions } from '../lib/http/routes.ts';
import { ruleVersionIn } from '../lib/http/rule-version-in.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { ruleVersions } from '../lib/runtime/rule-versions.ts';
import { rules } from '../lib/runtime/rules.ts';

export const handler = endpoint(listRoutingRuleVersions, undefined, async ({ path, log }) => {
  const ports = { versions: ruleVersions(), rules: rules(log) };
  const { name, version } = path as { readonly name: string; readonly version?: string };
  if (version === undefined) {
    const { versions, more } = await readVersions(ports, name);
    const data = versions.map(renderRuleVersion);
    const json: RoutingRuleVersionListObject = { object: 'list', data, has_more: more };
    return { json };
  }
  const found = await readVersion(ports, name, ruleVersionIn({ name, version }));
  return { json: renderRuleVersion(found), etag: etagOf(found.version) };
});
