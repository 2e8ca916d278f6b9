import { publishRule } from '../lib/config/publish-rule.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { approvalRequired } from '../lib/edge/environment.ts';
import { pspAccounts } from '../lib/edge/psp-accounts.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { publisherPorts } from '../lib/edge/rules-publisher.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { readIfMatch } from '../lib/http/if-match.ts';
import { readQuery } from '../lib/http/read-query.ts';
import { publishedReply } from '../lib/http/render-rule.ts';
import { deleteRoutingRule } from '../lib/http/routes.ts';
import { deleteRuleQuery } from '../lib/http/schemas/delete-rule-query.ts';

readAhead(tokens.records);

export const handler = endpoint(deleteRoutingRule, undefined, async (call) => {
  const { name } = call.path;
  const { note } = readQuery(call, deleteRuleQuery);
  const asked = await call.idempotent(name, { note });
  const published = await publishRule(publisherPorts(pspAccounts(), call.report), {
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
