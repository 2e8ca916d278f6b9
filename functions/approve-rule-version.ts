import { approveVersion } from '../lib/config/approve-version.ts';
import { emptyBody } from '../lib/contract/bodies/empty-body.ts';
import { readIfMatch } from '../lib/http/if-match.ts';
import { publishedReply } from '../lib/http/render-rule.ts';
import { approveRoutingRuleVersion } from '../lib/http/routes.ts';
import { ruleVersionIn } from '../lib/http/rule-version-in.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { pspAccounts } from '../lib/runtime/psp-accounts.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { publisherPorts } from '../lib/runtime/rules-publisher.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(approveRoutingRuleVersion, emptyBody, async (call) => {
  const { name } = call.path;
  const version = ruleVersionIn(call.path);
  const asked = await call.idempotent(`${name}/${version}`);
  const published = await approveVersion(publisherPorts(pspAccounts(), call.log), {
    name,
    version,
    if_match: readIfMatch(call.headers),
    approver: call.by ?? '',
    request_id: call.request_id,
    idempotency: asked?.idempotency,
  });
  return publishedReply(published);
});
