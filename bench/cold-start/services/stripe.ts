import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** An exchange with the PSP that it refuses at once: no credentials. */
export const call = (_operation: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const outgoing = request(`${process.env.BENCH_STRIPE_URL}/v1/refunds`, { method: 'POST', agent });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => incoming.resume().on('end', resolve));
    outgoing.end('amount=100');
  });
