import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createPaymentStore } from '../storage/payment-store.ts';
import { documentClient, type Storage } from '../storage/storage.ts';
import { type TableId, tables } from '../storage/tables.ts';
import { isRecent } from '../types/is-recent.ts';
import type { PaymentStore } from '../types/ports.ts';
import { awsSettings, trimClient } from './aws-settings.ts';
import { clock } from './clock.ts';
import { dynamoDbLimit, requireVariable } from './environment.ts';

const idleLimitMs = 4_000;

export const paymentStore = (): PaymentStore => {
  store ??= createPaymentStore(storage());
  return store;
};

/** Shared by the storage functions of this process: one client, and the tables. */
export const storage = (): Storage => {
  shared ??= {
    client: documentClient(createDynamoDBClient()),
    tables: tableNames,
    clock,
    random: Math.random,
  };
  return shared;
};

/**
 * A client with short limits and few retries: at worst 9 s plus pauses, in AWS. Sockets are kept for the next call, but a frozen environment does not
 * run the timers that would close them. So before each attempt, sockets that have been idle for more than 4 s by the clock are dropped; a dead one would
 * otherwise cost a time-out.
 */
export const createDynamoDBClient = (now: () => number = Date.now): DynamoDBClient => {
  const agents = [new http.Agent({ keepAlive: true }), new https.Agent({ keepAlive: true })] as const;
  const dropIdle = agents.map((agent) => idleSockets(agent, now));
  const [httpAgent, httpsAgent] = agents;
  const limit_ms = dynamoDbLimit();
  const created = trimClient(
    new DynamoDBClient({
      ...awsSettings('DYNAMODB'),
      accountIdEndpointMode: 'preferred',
      maxAttempts: 3,
      requestHandler: {
        httpAgent,
        httpsAgent,
        connectionTimeout: limit_ms / 2,
        requestTimeout: limit_ms,
        throwOnRequestTimeout: true,
        socketTimeout: limit_ms,
      },
    }),
  );
  created.middlewareStack.add(
    (next) => (args) => {
      for (const drop of dropIdle) drop();
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'dropIdleSockets' },
  );
  return created;
};

/** Watches an agent's sockets; the returned function destroys those idle for too long. */
const idleSockets = (agent: http.Agent, now: () => number): (() => void) => {
  const idleSince = new WeakMap<Duplex, number>();
  agent.on('free', (socket: Duplex) => idleSince.set(socket, now()));
  return () => {
    for (const sockets of Object.values(agent.freeSockets))
      for (const socket of sockets ?? [])
        if (!isRecent(idleSince.get(socket) ?? Number.NEGATIVE_INFINITY, idleLimitMs + 1, now()))
          socket.destroy();
  };
};

/** Read on use, since each function gets only the tables that it needs. */
const tableNames = Object.defineProperties(
  {},
  Object.fromEntries(tables.map(({ id, variable }) => [id, { get: () => requireVariable(variable) }])),
) as Readonly<Record<TableId, string>>;

let shared: Storage | undefined;
let store: PaymentStore | undefined;
