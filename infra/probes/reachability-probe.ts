import type { Stack } from 'aws-cdk-lib';
import { probeName } from '../base/probe-name.ts';
import type { Foundation } from '../data/foundation.ts';
import type { Environment } from '../environments.ts';
import { functionGrants } from '../grants/function-grants.ts';
import { paymentFunction } from '../lambda/payment-function.ts';
import { runEvery } from '../triggers/run-every.ts';

/**
 * Asks every minute whether the public address, the vault's and the PSPs can be reached. It reads the PSPs' keys and no table, so it can move nothing that is
 * stored here. Nothing is retried, since the next minute is the retry.
 */
export const reachabilityProbe = (stack: Stack, environment: Environment, foundation: Foundation): void => {
  if (environment.alarms !== 'all') return;
  const needs = {
    name: probeName,
    area: 'base',
    // Every question may take ten seconds, all at once, after the secret.
    timeout_s: 25,
    memory_mb: 128,
    tables: {},
    tokens: false,
    psps: 'credentials',
    rules: 'none',
    // Its address alone: it calls none of its functions.
    vault: [],
  } as const;
  const probe = paymentFunction(
    stack,
    environment,
    needs,
    functionGrants(stack, environment, foundation, needs, {}),
  );
  const id = `${probeName}-schedule`;
  runEvery(1, stack, { schedule: id, role: id }, probe);
};
