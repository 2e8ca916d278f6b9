import { Stack, type Stage } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { TableId } from '../lib/storage/tables.ts';
import { encryptionKeys, type Keys } from './encryption-keys.ts';
import type { Environment } from './environments.ts';
import { paymentTables } from './payment-tables.ts';
import { type RoutingRulesConfiguration, routingRulesConfiguration } from './routing-rules-configuration.ts';
import { type Secrets, secrets } from './secrets.ts';

/** What the stateless stack is built on. */
export type Stateful = {
  readonly keys: Keys;
  readonly tables: Readonly<Record<TableId, TableV2>>;
  readonly secrets: Secrets;
  readonly rules: RoutingRulesConfiguration;
};

/** What must survive every deploy: records, keys, secrets and the routing rules. */
export const statefulStack = (stage: Stage, environment: Environment): Stateful => {
  const stack = new Stack(stage, 'stateful', {
    stackName: `payments-${environment.name}-stateful`,
    description: `Payment routing (${environment.name}): tables, keys, secrets, routing rules`,
    terminationProtection: environment.protected,
  });
  const keys = encryptionKeys(stack, environment);
  return {
    keys,
    tables: paymentTables(stack, environment, keys.data),
    secrets: secrets(stack, environment, keys.secrets),
    rules: routingRulesConfiguration(stack, environment, keys.operations),
  };
};
