import type { IncomingMessage } from 'node:http';

/** How much of a refused body is still read, so that the client sees the refusal, not a reset. */
const drainLimitBytes = 64 * 1024 * 1024;

/** The body's bytes, undefined if there are none, or why it cannot be used. Never rejects. */
export const readRequestBody = async (
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined | 'too_large' | 'gone'> => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  if (Number(length) > limit) return drain(request);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.off('data', collect);
        resolve(drain(request));
      } else chunks.push(chunk);
    };
    request.on('data', collect);
    request.once('end', () => resolve(size === 0 ? undefined : Buffer.concat(chunks, size)));
    request.once('close', () => resolve('gone'));
    request.once('error', () => resolve('gone'));
  });
};

const drain = (request: IncomingMessage): Promise<'too_large'> =>
  new Promise((resolve) => {
    const end = () => resolve('too_large');
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > drainLimitBytes) request.destroy();
    });
    request.once('end', end);
    request.once('close', end);
    request.on('error', end);
  });
