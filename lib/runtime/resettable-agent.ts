import { Agent, type AgentOptions } from 'node:https';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** The TCP connection below each TLS socket, the only one that can be reset. */
const carriers = new WeakMap<object, Socket>();

/** An agent for TLS whose connections `resetSocket` can reset. `limit_ms`: how long a connection may take to be established. */
export const createTlsAgent = (options: AgentOptions, limit_ms: number): Agent => {
  const agent = new Agent(options);
  const encrypt: (to: object) => unknown = agent.createConnection.bind(agent);
  agent.createConnection = (to, done = () => undefined) => {
    const carrier = connect({ ...(to as NetConnectOpts), timeout: limit_ms });
    const fail = (error: Error) => done(error, carrier);
    carrier.once('error', fail);
    carrier.once('timeout', () => carrier.destroy());
    // Not earlier: while Node tries several addresses, the connection below may still change.
    carrier.once('connect', () => {
      carrier.off('error', fail).setTimeout(0);
      const socket = encrypt({ ...to, socket: carrier }) as TLSSocket;
      carriers.set(socket, carrier);
      done(null, socket);
    });
    return undefined;
  };
  return agent;
};

/** Ends a connection so that the kernel sends nothing of what it still holds, such as a request of a process that was frozen. */
export const resetSocket = (socket: Socket): void => {
  const carrier = carriers.get(socket) ?? socket;
  if (!carrier.connecting) carrier.resetAndDestroy();
};
