import { appendFileSync } from 'node:fs';
import { Server, Socket } from 'node:net';

/**
 * Loaded before a program (`node --import`): every byte that its sockets and pipes receive or send is appended to the file `TEE_FILE`. Nothing of it is
 * kept in memory.
 */
const file = process.env.TEE_FILE ?? '';
const note = (chunk: unknown): void => {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) appendFileSync(file, chunk);
};

type Writing = (this: Socket, chunk: unknown, ...rest: unknown[]) => boolean;

const prototype = Socket.prototype as unknown as { write: Writing; push: Writing };
for (const name of ['write', 'push'] as const) {
  const original = prototype[name];
  prototype[name] = function (chunk, ...rest) {
    note(chunk);
    return original.call(this, chunk, ...rest);
  };
}

/** Node's HTTP server reads a connection below its socket, unless somebody listens to it. */
const server = Server.prototype as unknown as { emit: (event: string, ...rest: unknown[]) => boolean };
const { emit } = server;
server.emit = function (event, ...rest) {
  const received = emit.call(this, event, ...rest);
  const [socket] = rest;
  if (event === 'connection' && socket instanceof Socket) socket.on('data', () => undefined);
  return received;
};
