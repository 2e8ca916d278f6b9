import { type App, CfnOutput, type Environment as Place, Stack } from 'aws-cdk-lib';
import { routes } from '../lib/http/routes.ts';
import { alarms } from './alarms.ts';
import { backtestWorker } from './backtest-worker.ts';
import { canaryDeployments } from './canary-deployments.ts';
import { dashboard } from './dashboard.ts';
import { distribution } from './distribution.ts';
import { encryptionKey } from './encryption-key.ts';
import type { Environment } from './environments.ts';
import { eventStreams } from './event-streams.ts';
import type { Foundation } from './foundation.ts';
import { functionGrants } from './function-grants.ts';
import { needsOf } from './function-needs.ts';
import { emptyApi, httpApiRoutes } from './http-api.ts';
import { settling_minutes } from './idle-month.ts';
import { originProof } from './origin-proof.ts';
import { type PaymentFunction, paymentFunction } from './payment-function.ts';
import { paymentTables } from './payment-tables.ts';
import { recoveryDeadLetters, runEvery, sendDeadLetters } from './recovery-schedule.ts';
import { routingRulesConfiguration } from './routing-rules-configuration.ts';
import { secrets } from './secrets.ts';
import { stackName } from './stack-name.ts';
import { syntheticPayments } from './synthetic-payments.ts';
import { webhookWorker } from './webhook-worker.ts';

/**
 * Everything of an environment except its firewall. One stack, so that no cross-stack reference can block a removal. If the environment is protected,
 * whatever holds data outlives it, and a failed first deploy leaves nothing behind.
 */
export const paymentsStack = (app: App, environment: Environment, env: Place): Stack => {
  const stack = new Stack(app, stackName(environment), {
    description: `Payment routing (${environment.name})`,
    terminationProtection: environment.established,
    env,
  });
  const key = encryptionKey(stack, environment);
  const proof = originProof(stack, environment, key);
  const rules = routingRulesConfiguration(stack, environment, key);
  const api = emptyApi(stack, environment);
  const { publicUrl } = distribution(stack, environment, api, { proof, key });
  const foundation: Foundation = {
    key,
    tables: paymentTables(stack, environment, key),
    rules,
    secrets: secrets(stack, environment, key),
    proof,
    publicUrl,
  };
  const build = (name: string, more: Parameters<typeof functionGrants>[4] = {}): PaymentFunction =>
    paymentFunction(
      stack,
      environment,
      needsOf(name),
      functionGrants(stack, environment, foundation, needsOf(name), more),
    );

  const routed = [...new Set(routes.map((route) => route.function))];
  const byName = new Map(routed.map((name) => [name, build(name)]));
  const refuse = build('refuse-unknown-route');
  httpApiRoutes(stack, environment, key, api, byName, refuse);

  const deadLetters = recoveryDeadLetters(stack);
  const recover = build('recover-charges', {
    statements: [sendDeadLetters(deadLetters)],
    ...(environment.reserved_recovery && { reservedConcurrency: environment.reserved_recovery }),
  });
  runEvery(1, stack, { schedule: 'recovery-every-minute', role: 'scheduler' }, recover, deadLetters);
  const settle = build('settle-rule-versions', { statements: [sendDeadLetters(deadLetters)] });
  const settling = { schedule: 'settling-schedule', role: 'settling-scheduler' };
  runEvery(settling_minutes, stack, settling, settle, deadLetters);
  const record = build('record-events', { statements: [sendDeadLetters(deadLetters)] });
  eventStreams(stack, record, foundation.tables, deadLetters);
  const deliver = webhookWorker(environment, build);
  const backtest = backtestWorker(build);
  syntheticPayments(stack, environment, foundation);

  const functions = [...byName.values(), refuse, recover, settle, record, deliver, backtest];
  const raised = alarms(stack, environment, { api, functions, deadLetters, key });
  const often = functions.filter(({ needs }) => !needs.rare);
  if (environment.canary) canaryDeployments(stack, environment, often, raised.ofDeployment, key);
  dashboard(stack, environment, functions, raised.all);

  new CfnOutput(stack, 'PublicUrl', {
    value: publicUrl,
    description: 'What browsers and servers call',
  });
  return stack;
};
