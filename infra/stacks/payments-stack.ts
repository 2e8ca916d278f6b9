import { type App, CfnOutput, type Environment as Place, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { alarms } from '../alarms/alarms.ts';
import { backups } from '../alarms/backups.ts';
import { consoleFront } from '../api/console.ts';
import { distribution } from '../api/distribution.ts';
import { defaultStage, emptyApi } from '../api/http-api.ts';
import { limitCallsOn } from '../api/limited-calls.ts';
import { alarmTopics } from '../base/alarm-topics.ts';
import { encryptionKey } from '../base/encryption-key.ts';
import { stackName } from '../base/stack-name.ts';
import { dashboard } from '../dashboard/dashboard.ts';
import { consoleSecret } from '../data/console-secret.ts';
import { exportsBucket } from '../data/exports-bucket.ts';
import type { Foundation } from '../data/foundation.ts';
import { originProof, proofMaker } from '../data/origin-proof.ts';
import { paymentTables } from '../data/payment-tables.ts';
import { routingRulesConfiguration } from '../data/routing-rules-configuration.ts';
import { secrets } from '../data/secrets.ts';
import type { Environment } from '../environments.ts';
import { areas } from '../function-needs.ts';
import { reachabilityProbe } from '../probes/reachability-probe.ts';
import { syntheticPayments } from '../probes/synthetic-payments.ts';
import { canaryDeployments } from '../triggers/canary-deployments.ts';
import { recoveryDeadLetters } from '../triggers/recovery-schedule.ts';
import { areaStack } from './area-stack.ts';

/**
 * Everything in an environment except its firewall: one stack with everything that is kept, and below it one for the functions of each area. They are
 * deployed, and rolled back, as one, so that no cross-stack reference can block a removal. If the environment is protected, whatever holds data
 * outlives it, and a failed first deploy leaves nothing behind.
 */
export const paymentsStack = (app: App, environment: Environment, env: Place): Stack => {
  const stack = new Stack(app, stackName(environment), {
    description: `Payment routing (${environment.name})`,
    terminationProtection: environment.established,
    env,
  });
  const key = encryptionKey(stack, environment);
  const maker = proofMaker(stack, environment, key);
  const proof = originProof(stack, environment, maker);
  const topics = alarmTopics(stack, environment, key);
  const rules = routingRulesConfiguration(stack, environment, key, topics);
  const api = emptyApi(stack, environment);
  const front = distribution(stack, environment, api, { proof, key });
  const { publicUrl, ownName } = front;
  const foundation: Foundation = {
    key,
    tables: paymentTables(stack, environment, key),
    rules,
    exports: exportsBucket(stack, key),
    secrets: secrets(stack, environment, key),
    proof,
    publicUrl,
    console: consoleFront(stack, environment, front, maker),
    consoleSecret: consoleSecret(stack, environment, key),
  };
  backups(stack, environment, foundation.tables);
  const deadLetters = recoveryDeadLetters(stack);
  const ofDeployment = alarms(stack, environment, { api, deadLetters }, topics);
  const canary = environment.canary ? canaryDeployments(stack, environment, ofDeployment, key) : undefined;
  const ground = { foundation, api, deadLetters, canary };
  const below = areas.map((area) => areaStack(stack, environment, area, ground));
  defaultStage(stack, environment, key, api, below);
  const alarm = stack.node.findChild('alarm calls-refused') as Alarm;
  limitCallsOn(stack, environment, { api, key, alarm, deadLetters });
  syntheticPayments(stack, environment, foundation);
  reachabilityProbe(stack, environment, foundation);
  dashboard(stack, environment);

  new CfnOutput(stack, 'PublicUrl', {
    value: publicUrl,
    description: 'What browsers and servers call',
  });
  if (environment.domain)
    new CfnOutput(stack, 'CnameTarget', {
      value: ownName,
      description: `What a CNAME record of ${environment.domain.name} points to`,
    });
  return stack;
};
