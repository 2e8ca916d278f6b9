import { randomUUID } from 'node:crypto';
import type { Invoker } from './create-invoker.ts';

/** As deployed. */
const limitMs = 55_000;

/**
 * Invokes a function as EventBridge Scheduler does in AWS, but more often, since a person waits here. Runs never overlap. Returns a function that
 * stops it.
 */
export const startTimer = (
  name: string,
  invoke: Invoker['invoke'],
  everyMs: number,
  onError: (functionName: string, error: unknown) => void,
): (() => void) => {
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    try {
      await invoke(name, scheduledEvent(name), limitMs);
    } catch (error) {
      onError(name, error);
    } finally {
      running = false;
    }
  }, everyMs);
  return () => clearInterval(timer);
};

const scheduledEvent = (name: string) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.scheduler',
  account: '000000000000',
  time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  region: process.env.AWS_REGION ?? '',
  resources: [`arn:aws:scheduler:local:000000000000:schedule/default/${name}`],
  detail: '{}',
});
