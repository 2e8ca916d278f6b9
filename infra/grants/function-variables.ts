import { routes } from '../../lib/http/routes.ts';
import { tables } from '../../lib/storage/tables.ts';
import { hostedPageOf } from '../base/hosted-page-of.ts';
import { metricsNamespace } from '../base/metrics.ts';
import { tableIn } from '../base/table-in.ts';
import type { Foundation } from '../data/foundation.ts';
import type { RoutingRulesIds } from '../data/routing-rules-configuration.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Environment } from '../environments.ts';
import { defaultRouteFunction, type FunctionNeeds } from '../function-needs.ts';
import { backtestVariables } from '../triggers/backtest-worker.ts';
import { recoveryVariables } from '../triggers/recovery-schedule.ts';
import { settlingVariables } from '../triggers/settling-timer.ts';
import { webhookVariables } from '../triggers/webhook-worker.ts';
import { exportVariables } from './export-access.ts';

/** A function's variables: only those that its line in `function-needs.ts` lets it use. None is secret. */
export const functionVariables = (
  environment: Environment,
  needs: FunctionNeeds,
  { secrets, rules, proof, publicUrl, exports }: Foundation,
): Readonly<Record<string, string>> => ({
  MODE: environment.mode,
  PUBLIC_URL: publicUrl,
  METRICS_NAMESPACE: metricsNamespace(environment),
  ...(needs.knows_environment && { ENVIRONMENT: environment.name }),
  ...(needs.cards && { CARD_CAPTURE: environment.card_capture }),
  ...(linksToPages(needs) && hostedPageOf(environment) && { HOSTED_PAGE: 'on' }),
  ...tableVariables(environment, needs),
  ...(needs.keys?.length && { TOKENS_SECRET: secrets.signing.name }),
  ...(needs.wakes && webhookVariables(environment)),
  ...(needs.backtests && backtestVariables(environment)),
  ...exportVariables(environment, needs, exports),
  ...(needs.limits_refunds && refundLimits(environment)),
  ...(needs.settles && settlingVariables(environment)),
  ...(needs.recovers && recoveryVariables(environment)),
  ...(isCalledFromOutside(needs) && { ORIGIN_PROOFS: proof.accepted.join() }),
  ...(needs.psps !== 'none' && { PSP_ACCOUNTS: pspAccounts(environment, secrets) }),
  ...(needs.rules !== 'none' && ruleVariables(needs, rules)),
  ...(needs.vault && environment.vault && { VAULT: JSON.stringify(environment.vault) }),
  ...(needs.rules === 'publish' && environment.require_approval && { REQUIRE_APPROVAL: 'on' }),
});

/** Its answers may have the address of a page that takes payments, of a session or a link. */
const linksToPages = ({ tables: grants, pages }: FunctionNeeds): boolean =>
  pages === true || grants.sessions !== undefined;

/** It refuses calls that did not come through the distribution, and believes the client's address only from it. */
const isCalledFromOutside = ({ name, signs_in }: FunctionNeeds): boolean =>
  signs_in === true || name === defaultRouteFunction || routes.some((route) => route.function === name);

const tableVariables = (environment: Environment, needs: FunctionNeeds): Record<string, string> =>
  Object.fromEntries(
    tables
      .filter(({ id }) => needs.tables[id] || needs.streams?.includes(id))
      .map(({ id, variable }) => [variable, tableIn(environment, id)]),
  );

/** A secret's id alone gives no access: only the roles of functions that call PSPs can read it. */
const pspAccounts = ({ accounts }: Environment, { psp }: Secrets): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(accounts).map(([id, account]) => [id, { ...account, secret: psp[id]?.name }]),
    ),
  );

const refundLimits = ({ console }: Environment): Record<string, string> =>
  console?.refund_limits ? { REFUND_LIMITS: JSON.stringify(console.refund_limits) } : {};

const ruleVariables = (needs: FunctionNeeds, rules: RoutingRulesIds): Record<string, string> => ({
  APPCONFIG_APPLICATION: rules.application,
  APPCONFIG_ENVIRONMENT: rules.environment,
  APPCONFIG_PROFILE: rules.profile,
  ...(needs.rules === 'publish' && { APPCONFIG_STRATEGY: rules.strategy }),
});
