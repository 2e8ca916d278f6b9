import { type App, CfnOutput, type Environment as Place, Stack } from 'aws-cdk-lib';
import { stackName } from '../base/stack-name.ts';
import { recoveryDeadLetters } from '../triggers/recovery-schedule.ts';
import { runEvery } from '../triggers/run-every.ts';
import type { Vault } from '../vaults.ts';
import { vaultAlarms } from './vault-alarms.ts';
import { vaultApi } from './vault-api.ts';
import { vaultFunctions } from './vault-functions.ts';
import { storageKey } from './vault-keys.ts';
import { vaultSecrets } from './vault-secrets.ts';
import { vaultTables } from './vault-tables.ts';

/** A vault for cards, in an AWS account of its own in which nothing else runs. */
export const vaultStack = (app: App, vault: Vault, env: Place): Stack => {
  const stack = new Stack(app, stackName(vault), {
    description: `Vault for cards (${vault.name})`,
    terminationProtection: vault.established,
    env,
  });
  const key = storageKey(stack, vault);
  const tables = vaultTables(stack, vault, key);
  const functions = vaultFunctions(stack, vault, { key, tables, secrets: vaultSecrets(stack, vault, key) });
  const { publicUrl, api } = vaultApi(stack, vault, key, functions.collect);
  runEvery(
    1,
    stack,
    { schedule: 'sweep-every-minute', role: 'scheduler' },
    functions.sweep,
    recoveryDeadLetters(stack),
  );
  vaultAlarms(stack, vault, key, { functions, api });
  for (const [id, value, description] of [
    ['Url', publicUrl, '`vault.url` of the router’s environment'],
    ['Forward', functions.forward.live.functionArn, '`vault.forward` of the router’s environment'],
    ['Manage', functions.manage.live.functionArn, '`vault.manage` of the router’s environment'],
  ] as const)
    new CfnOutput(stack, id, { value, description });
  return stack;
};
