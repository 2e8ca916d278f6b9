import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** One call to the simulator: form out, JSON in, no more. */
export const post = (
  path: string,
  form: Readonly<Record<string, string>>,
  key: string,
): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const body = new URLSearchParams(form).toString();
    const outgoing = request(`${process.env.BENCH_STRIPE_URL}${path}`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${process.env.BENCH_STRIPE_KEY}`,
        'stripe-version': '2025-03-31.basil',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': key,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (incoming.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${path}: ${incoming.statusCode} ${text}`));
      });
    });
    outgoing.end(body);
  });
