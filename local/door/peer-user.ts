import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import type { Server, Socket } from 'node:net';

/**
 * Whether the program at the other end of a loopback connection belongs to the user of this process, or to root. The system tells on Linux
 * (`/proc/net/tcp`: the owner of each socket); elsewhere nothing does, and every program passes.
 */
export const isOwnUser = (socket: Socket): Promise<boolean> => {
  const known = asked.get(socket);
  if (known) return known;
  const answer = process.platform === 'linux' ? belongsToUs(socket) : Promise.resolve(true);
  asked.set(socket, answer);
  return answer;
};

const asked = new WeakMap<Socket, Promise<boolean>>();

const belongsToUs = async (socket: Socket): Promise<boolean> => {
  const { remoteAddress, remotePort, localPort } = socket;
  // Closed already, so that nobody waits for an answer. Or from another loopback address, where a port that is ours here may be anybody's.
  if (remoteAddress !== here || remotePort === undefined || localPort === undefined) return false;
  for (const own of ownSockets) if (isOtherEnd(own, socket)) return true;
  const connection = new RegExp(` \\S*0100007F:${hex(remotePort)} \\S*0100007F:${hex(localPort)} (.+)`);
  for (const table of [newTable('/proc/net/tcp'), newTable('/proc/net/tcp6')]) {
    const [, row] = connection.exec(await table) ?? [];
    const [, , , , user, , inode] = row?.trim().split(/\s+/) ?? [];
    // A socket that its program has left shows root as its owner, and no inode.
    if (inode !== undefined) return inode !== '0' && isOurs(Number(user));
  }
  return false;
};

const here = '127.0.0.1';

const isOtherEnd = (own: Socket, { remotePort, localPort }: Socket): boolean =>
  own.localPort === remotePort && own.remotePort === localPort && own.remoteAddress === here;

/** The ends that are in this process, as when a function here calls a PSP's simulator here: no table is needed to know them. */
const ownSockets = new Set<Socket>();
const remember = (message: unknown): void => {
  const { socket } = message as { readonly socket: Socket };
  ownSockets.add(socket);
  socket.once('close', () => ownSockets.delete(socket));
};

let listening = 0;

/** Own connections are remembered while any of these servers listens: none can begin before that. */
export const rememberOwnSockets = (server: Server): void => {
  server.on('listening', () => {
    if (listening++ === 0) subscribe('net.client.socket', remember);
    server.once('close', () => {
      if (--listening === 0) unsubscribe('net.client.socket', remember);
    });
  });
};

const isOurs = (user: number): boolean => user === 0 || user === process.getuid?.();

const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');

/** Reading a table takes the system milliseconds: everybody who asks before a reading begins shares it. */
const newTable = (path: string): Promise<string> => {
  const waiting = next.get(path);
  if (waiting) return waiting;
  const reading = (current.get(path) ?? Promise.resolve()).then(() => {
    next.delete(path);
    const text = readFile(path, 'utf8').catch(() => '');
    current.set(path, text);
    return text;
  });
  next.set(path, reading);
  return reading;
};

const current = new Map<string, Promise<unknown>>();
const next = new Map<string, Promise<string>>();
