import { publishRule, tryRule } from '../lib/config/publish-rule.ts';
import { startBacktest } from '../lib/config/run-backtest.ts';
import { updateRuleBody } from '../lib/contract/bodies/update-rule-body.ts';
import { readIfMatch } from '../lib/http/if-match.ts';
import { renderBacktest } from '../lib/http/render-backtest.ts';
import { publishedReply, renderPublication } from '../lib/http/render-rule.ts';
import { updateRoutingRules } from '../lib/http/routes.ts';
import { backtestPorts, keptBacktestOf } from '../lib/runtime/backtest-ports.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { approvalRequired } from '../lib/runtime/environment.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { pspAccounts } from '../lib/runtime/psp-accounts.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { publisherPorts } from '../lib/runtime/rules-publisher.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { ApiError } from '../lib/types/api-error.ts';

readAhead(tokens.records);

export const handler = endpoint(updateRoutingRules, updateRuleBody, async (call) => {
  const { version, dry_run, note, backtest, rollout, ...rule } = call.body;
  if (backtest && !dry_run)
    throw new ApiError('parameter_invalid', 'backtest: expected together with dry_run.', {
      param: 'backtest',
    });
  const command = {
    rule,
    version,
    if_match: readIfMatch(call.headers, version),
    author: call.by ?? '',
    request_id: call.request_id,
    note,
    rollout,
    approval_required: approvalRequired(),
  };
  const ports = publisherPorts(pspAccounts(), call.log);
  if (dry_run) {
    const publication = await tryRule(ports, command);
    const tried = renderPublication(publication);
    if (!backtest) return { json: tried };
    const asked = {
      id: newId('bt'),
      rule: publication.rule.candidate?.rule ?? publication.rule,
      ...backtest,
    };
    return {
      json: { ...tried, backtest: renderBacktest(await startBacktest(backtestPorts(), asked), call.may) },
    };
  }
  const asked = await call.idempotent(String(call.body.name));
  const publishing = { ...ports, backtestOf: keptBacktestOf };
  return publishedReply(await publishRule(publishing, { ...command, idempotency: asked?.idempotency }));
});
