import { publishRule } from '../lib/config/publish-rule.ts';
import { deleteRuleQuery } from '../lib/contract/filters/delete-rule-query.ts';
import { readIfMatch } from '../lib/http/if-match.ts';
import { readQuery } from '../lib/http/read-query.ts';
import { publishedReply } from '../lib/http/render-rule.ts';
import { deleteRoutingRule } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { approvalRequired } from '../lib/runtime/environment.ts';
import { pspAccounts } from '../lib/runtime/psp-accounts.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { publisherPorts } from '../lib/runtime/rules-publisher.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(deleteRoutingRule, undefined, async (call) => {
  const { name } = call.path;
  const { note } = readQuery(call, deleteRuleQuery);
  const asked = await call.idempotent(name, { note });
  const published = await publishRule(publisherPorts(pspAccounts(), call.log), {
    deletes: name,
    note,
    if_match: readIfMatch(call.headers),
    author: call.by ?? '',
    request_id: call.request_id,
    idempotency: asked?.idempotency,
    approval_required: approvalRequired(),
  });
  return publishedReply(published);
});
