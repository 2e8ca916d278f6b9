import type { Stack } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Foundation } from '../data/foundation.ts';
import type { Environment } from '../environments.ts';
import type { FunctionNeeds } from '../function-needs.ts';
import type { Build, PaymentFunction } from '../lambda/payment-function.ts';
import { eventStreams } from './event-streams.ts';
import { runEvery, sendDeadLetters } from './run-every.ts';
import { settlingTimer } from './settling-timer.ts';
import { startedWorker } from './started-worker.ts';
import { webhookWorker } from './webhook-worker.ts';

type Place = {
  readonly stack: Stack;
  readonly environment: Environment;
  readonly needs: FunctionNeeds;
  readonly tables: Foundation['tables'];
  readonly deadLetters: Queue;
  readonly build: Build;
};

/** Functions without a route, each with its trigger. */
export const startedFunctions: Readonly<Record<string, (place: Place) => PaymentFunction>> = {
  'recover-charges': ({ stack, environment: { reserved_recovery }, needs, deadLetters, build }) => {
    const recover = build(needs, {
      statements: [sendDeadLetters(deadLetters)],
      ...(reserved_recovery && { reservedConcurrency: reserved_recovery }),
    });
    runEvery(1, stack, { schedule: 'recovery-every-minute', role: 'scheduler' }, recover, deadLetters);
    return recover;
  },
  'settle-rule-versions': ({ needs, deadLetters, build }) => settlingTimer(needs, deadLetters, build),
  'record-events': ({ stack, needs, tables, deadLetters, build }) => {
    const record = build(needs, { statements: [sendDeadLetters(deadLetters)] });
    eventStreams(stack, record, tables, deadLetters);
    return record;
  },
  'run-backtest': ({ needs, build }) => startedWorker(needs, build),
  'run-export': ({ needs, build }) => startedWorker(needs, build),
  'deliver-events': ({ environment, needs, build }) => webhookWorker(environment, needs, build),
};
