import { rollBackRule } from '../lib/config/roll-back-rule.ts';
import { rollBackRuleBody } from '../lib/contract/bodies/roll-back-rule-body.ts';
import { readIfMatch } from '../lib/http/if-match.ts';
import { publishedReply } from '../lib/http/render-rule.ts';
import { rollBackRoutingRule } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { approvalRequired } from '../lib/runtime/environment.ts';
import { pspAccounts } from '../lib/runtime/psp-accounts.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { publisherPorts } from '../lib/runtime/rules-publisher.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(rollBackRoutingRule, rollBackRuleBody, async (call) => {
  const { name } = call.path;
  const asked = await call.idempotent(name);
  const published = await rollBackRule(publisherPorts(pspAccounts(), call.log), {
    name,
    ...call.body,
    if_match: readIfMatch(call.headers, call.body.version),
    author: call.by ?? '',
    request_id: call.request_id,
    idempotency: asked?.idempotency,
    approval_required: approvalRequired(),
  });
  return publishedReply(published);
});
