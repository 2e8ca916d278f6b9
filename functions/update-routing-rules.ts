import { endpoint } from '../lib/edge/endpoint.ts';
import { pspAccounts } from '../lib/edge/psp-accounts.ts';
import { publisher } from '../lib/edge/rules-publisher.ts';
import { renderPublication } from '../lib/http/render-rule.ts';
import { updateRoutingRules } from '../lib/http/routes.ts';
import { updateRuleBody } from '../lib/http/schemas/update-rule-body.ts';

export const handler = endpoint(updateRoutingRules, updateRuleBody, async ({ body, report }) => {
  const { version, dry_run = false, ...rule } = body;
  const publication = await publisher(pspAccounts(), report)(rule, { version, dry_run });
  return { json: renderPublication(publication, dry_run) };
});
