import type { TableId } from '../lib/storage/tables.ts';

export type TableAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'Query';

/** Everything one function may touch and is told. Its role, its environment variables and the tests are made from this and nothing else. */
export type FunctionNeeds = {
  readonly name: string;
  readonly timeout_s: number;
  readonly memory_mb: number;
  /** Actions per table. A transaction needs the actions of its parts. `Query` means the recovery index only. */
  readonly tables: Readonly<Partial<Record<TableId, readonly TableAction[]>>>;
  /** Signing keys, idempotency and fingerprint secrets. */
  readonly tokens: boolean;
  /** `accounts`: knows which accounts exist. `credentials`: may read their secrets too. */
  readonly psps: 'none' | 'accounts' | 'credentials';
  readonly rules: 'none' | 'read' | 'publish';
  /** Is told the client's address by the distribution in front, and has to know that it is the distribution who tells. */
  readonly clientAddress?: true;
  /** Card numbers may come in, where the environment allows it. */
  readonly cards?: true;
};

/** A confirm may spend what API Gateway's 30 s leave; the same holds for every other call that moves money. */
const moneyTimeout_s = 29;
const readTimeout_s = 10;

/**
 * Init time barely depends on memory and own work is a few milliseconds, so the bill is made of waiting for PSPs: 512 MB gives a cold start
 * enough CPU and is half the price of the next step. What has no caller waiting, or nothing to do, makes do with 256 MB.
 */
const memory_mb = 512;
const smallMemory_mb = 256;

const apiKey = { api_keys: ['GetItem'] } as const;
const readsAndReplaces = ['GetItem', 'PutItem'] as const;
/** An attempt settled outside its confirm: its session moves, and the card's count is given back or blocked. */
const settles = { sessions: readsAndReplaces, limits: ['UpdateItem'] } as const;

const read = { timeout_s: readTimeout_s, memory_mb, tokens: false, psps: 'none', rules: 'none' } as const;
/** Client secrets and return states are signed and checked, and ids derived from idempotency keys, with the tokens' secret. */
const money = { ...read, timeout_s: moneyTimeout_s, tokens: true, psps: 'credentials' } as const;

const functionNeeds: readonly FunctionNeeds[] = [
  {
    ...read,
    name: 'create-checkout-session',
    tables: { ...apiKey, sessions: ['GetItem', 'PutItem'] },
    tokens: true,
    psps: 'accounts',
    rules: 'read',
  },
  { ...read, name: 'retrieve-checkout-session', tables: { ...apiKey, sessions: ['GetItem'] }, tokens: true },
  {
    ...money,
    name: 'confirm-checkout-session',
    // A limit whose window has passed is begun anew, with a put.
    tables: {
      ...apiKey,
      sessions: readsAndReplaces,
      charges: readsAndReplaces,
      limits: ['PutItem', 'UpdateItem'],
    },
    clientAddress: true,
    cards: true,
  },
  {
    ...money,
    name: 'complete-authentication',
    tables: { ...settles, charges: readsAndReplaces },
  },
  { ...money, name: 'refund-charge', tables: { ...apiKey, charges: ['GetItem', 'UpdateItem'] } },
  {
    ...money,
    name: 'capture-charge',
    tables: { ...apiKey, sessions: readsAndReplaces, charges: readsAndReplaces },
  },
  {
    ...money,
    name: 'cancel-charge',
    tables: { ...apiKey, sessions: readsAndReplaces, charges: readsAndReplaces },
  },
  { ...read, name: 'retrieve-charge', tables: { ...apiKey, charges: ['GetItem'] } },
  { ...read, name: 'update-routing-rules', tables: apiKey, psps: 'accounts', rules: 'publish' },
  { ...read, name: 'retrieve-routing-rules', tables: apiKey, rules: 'read' },
  {
    ...money,
    name: 'receive-psp-webhook',
    tokens: false,
    tables: { ...settles, charges: [...readsAndReplaces, 'UpdateItem'] },
  },
  {
    ...money,
    name: 'recover-charges',
    timeout_s: 55,
    tokens: false,
    tables: { ...settles, charges: [...readsAndReplaces, 'UpdateItem', 'Query'] },
  },
  { ...read, name: 'refuse-unknown-route', memory_mb: smallMemory_mb, tables: {} },
  { ...read, name: 'validate-routing-rules', memory_mb: smallMemory_mb, tables: {} },
];

export const needsOf = (name: string): FunctionNeeds => {
  const needs = functionNeeds.find((candidate) => candidate.name === name);
  if (!needs) throw new Error(`function ${name} has no line in infra/function-needs.ts`);
  return needs;
};
