import { tableName, tables } from '../lib/storage/tables.ts';
import type { Environment } from './environments.ts';
import type { FunctionNeeds } from './function-needs.ts';
import { metricsNamespace } from './metrics.ts';
import type { RoutingRulesConfiguration } from './routing-rules-configuration.ts';
import type { Stateful } from './stateful-stack.ts';

/** What a function is told: only what its line in `function-needs.ts` lets it use. Nothing in here is secret. */
export const functionVariables = (
  environment: Environment,
  needs: FunctionNeeds,
  stateful: Stateful,
  publicUrl: string,
): Readonly<Record<string, string>> => ({
  MODE: environment.mode,
  PUBLIC_URL: publicUrl,
  METRICS_NAMESPACE: metricsNamespace(environment),
  ...(needs.cards && { CARD_CAPTURE: environment.card_capture }),
  ...tableVariables(environment, needs),
  ...(needs.tokens && { TOKENS_SECRET: stateful.secrets.tokens.name }),
  ...(needs.clientAddress && { ORIGIN_SECRET: stateful.secrets.origin.name }),
  ...(needs.psps !== 'none' && { PSP_ACCOUNTS: pspAccounts(environment, stateful) }),
  ...(needs.rules !== 'none' && ruleVariables(needs, stateful.rules)),
});

const tableVariables = (environment: Environment, needs: FunctionNeeds): Record<string, string> =>
  Object.fromEntries(
    tables
      .filter(({ id }) => needs.tables[id])
      .map(({ id, variable }) => [variable, tableName(environment.name, id)]),
  );

const pspAccounts = (environment: Environment, { secrets }: Stateful): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(environment.accounts).map(([id, account]) => [
        id,
        { ...account, secret: secrets.psps[id]?.name },
      ]),
    ),
  );

const ruleVariables = (needs: FunctionNeeds, rules: RoutingRulesConfiguration): Record<string, string> => ({
  APPCONFIG_APPLICATION: rules.application,
  APPCONFIG_ENVIRONMENT: rules.environment,
  APPCONFIG_PROFILE: rules.profile,
  ...(needs.rules === 'publish' && { APPCONFIG_STRATEGY: rules.strategy }),
});
