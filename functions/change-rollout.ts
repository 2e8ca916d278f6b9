import { changeRollout } from '../lib/config/change-rollout.ts';
import { changeRolloutBody } from '../lib/contract/bodies/change-rollout-body.ts';
import { readIfMatch } from '../lib/http/if-match.ts';
import { publishedReply } from '../lib/http/render-rule.ts';
import { changeRollout as route } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { deployingPorts } from '../lib/runtime/rules-publisher.ts';
import { tokens } from '../lib/runtime/tokens.ts';

readAhead(tokens.records);

export const handler = endpoint(route, changeRolloutBody, async (call) => {
  const { name } = call.path;
  const { percent, action, candidate } = call.body;
  const asked = await call.idempotent(name);
  const published = await changeRollout(deployingPorts(call.log), {
    name,
    to: percent ?? (action === 'stop' ? 0 : 100),
    if_match: readIfMatch(call.headers),
    candidate,
    by: call.by ?? '',
    request_id: call.request_id,
    idempotency: asked?.idempotency,
  });
  return publishedReply(published);
});
