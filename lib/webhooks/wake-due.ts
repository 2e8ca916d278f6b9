import { destinations } from './destinations.ts';
import { wake } from './enqueue-deliveries.ts';
import type { EnqueuePorts } from './webhook-ports.ts';

/**
 * Wakes the worker of every endpoint that has something due. Each endpoint has its own worker, so endpoints do not wait for each other. Called by the
 * timer, which has other work: failures are reported, and the next minute tries again.
 */
export const wakeDue = async (ports: EnqueuePorts): Promise<void> => {
  try {
    await wakeEach(ports);
  } catch (error) {
    ports.report({ event: 'webhook_worker_failed', error: error instanceof Error ? error.name : 'unknown' });
  }
};

const wakeEach = async (ports: EnqueuePorts): Promise<void> => {
  const enabled = (await destinations(ports)).filter(({ status }) => status === 'enabled');
  await Promise.all(
    enabled.map(async ({ id }) => {
      const [due] = await ports.store.due(id, ports.clock.now(), 1);
      if (due !== undefined) await wake(ports, id);
    }),
  );
};
