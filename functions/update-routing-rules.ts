import { publishRule, tryRule } from '../lib/config/publish-rule.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { approvalRequired } from '../lib/edge/environment.ts';
import { pspAccounts } from '../lib/edge/psp-accounts.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { publisherPorts } from '../lib/edge/rules-publisher.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { readIfMatch } from '../lib/http/if-match.ts';
import { publishedReply, renderPublication } from '../lib/http/render-rule.ts';
import { updateRoutingRules } from '../lib/http/routes.ts';
import { updateRuleBody } from '../lib/http/schemas/update-rule-body.ts';

readAhead(tokens);

export const handler = endpoint(updateRoutingRules, updateRuleBody, async (call) => {
  const { version, dry_run, note, ...rule } = call.body;
  const command = {
    rule,
    version,
    if_match: readIfMatch(call.headers, version),
    author: call.caller.key ?? '',
    request_id: call.request_id,
    note,
    approval_required: approvalRequired(),
  };
  const ports = publisherPorts(pspAccounts(), call.report);
  if (dry_run) return { json: renderPublication(await tryRule(ports, command)) };
  const asked = await call.idempotent(String(call.body.name));
  return publishedReply(await publishRule(ports, { ...command, idempotency: asked?.idempotency }));
});
