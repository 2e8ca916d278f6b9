import type { Stack } from 'aws-cdk-lib';
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { gatewayErrors } from '../alarms/gateway-errors.ts';
import { refusedCalls } from '../alarms/refused-calls.ts';
import { type AlarmDefinition, alarm } from '../base/alarm.ts';
import { alarmTopics } from '../base/alarm-topics.ts';
import { eventMetric, lambdaMetric } from '../base/metrics.ts';
import type { Vault } from '../vaults.ts';
import type { VaultFunctions } from './vault-functions.ts';

/** A vault's most important alarms, and the topics in its account that they go to. */
export const vaultAlarms = (stack: Stack, vault: Vault, key: IKey, { functions, api }: Watched): void => {
  const topics = alarmTopics(stack, vault, key);
  for (const definition of definitions(vault, { functions, api }))
    alarm(stack, vault, { ...definition, page: 'docs/vault.md' }, topics);
};

type Watched = { readonly functions: VaultFunctions; readonly api: CfnApi };

const definitions = (vault: Vault, { functions, api }: Watched): readonly AlarmDefinition[] => [
  {
    id: 'vault-card-in-answer',
    means:
      'A PSP sent a card’s number back, or an answer that cannot be read. The answer was withheld, and the payment’s outcome is unknown.',
    metric: eventMetric(vault, { metric: 'vault_card_in_answer' }),
    threshold: 1,
  },
  {
    id: 'vault-failed',
    means:
      'A card could not be read: a table, the card key or a secret is unavailable, or a row was changed. Nothing was sent.',
    metric: eventMetric(vault, { metric: 'vault_failed', minutes: 5 }),
    threshold: 3,
  },
  {
    id: 'vault-refused',
    means:
      'The vault was sent what it allows nobody: its settings and the router’s differ, or somebody tries what it lets through. Nothing was sent to a PSP.',
    metric: eventMetric(vault, { metric: 'vault_refused', minutes: 5 }),
    threshold: 1,
  },
  {
    id: 'vault-unavailable',
    means:
      'Twice in five minutes, and one time in five or more, the vault could not take a card. Customers cannot pay by card.',
    // Two tries of one customer: a small shop has no more in five minutes.
    metric: gatewayErrors(api, 2),
    threshold: 20,
  },
  {
    id: 'vault-calls-refused',
    means: `For fifteen minutes, half of the ${vault.throttle.rate} calls a second that the vault takes were refused. Beyond those, customers are refused, too.`,
    ...refusedCalls(api, vault.throttle),
  },
  {
    id: 'vault-alike-cards',
    means:
      'Somebody tries out card numbers: too many that show the same first six and last four digits were collected today. The next ones are refused.',
    metric: eventMetric(vault, { metric: 'vault_alike_cards' }),
    threshold: 1,
  },
  {
    id: 'vault-many-cards',
    means:
      'More cards are collected than the vault takes in a minute or a day. The next ones are refused, and those customers cannot pay by card.',
    metric: eventMetric(vault, { metric: 'vault_many_cards' }),
    threshold: 1,
  },
  ...Object.entries(functions).map(([name, { function: lambda }]) => ({
    id: 'vault-function-failed' as const,
    of: name,
    means:
      'A function of the vault ended in an error. If it was forwarding a payment, the outcome is unknown.',
    metric: lambdaMetric('Errors', 'Sum', 5, { functionName: lambda.functionName }),
    threshold: 1,
  })),
  {
    id: 'vault-sweep-silent',
    means:
      'Expired security codes are not being deleted. None of them is used, because every read checks the expiry.',
    metric: lambdaMetric('Invocations', 'Sum', 5, { functionName: functions.sweep.function.functionName }),
    threshold: 1,
    when: 'below',
    periods: 3,
    missing: 'bad',
  },
];
