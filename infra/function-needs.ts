import type { KeyPurpose } from '../lib/http/token-secrets.ts';
import {
  chargesByLast4,
  chargesByPspReference,
  chargesByTime,
  dueIndex,
  expiryIndex,
  type IndexDescription,
  openRulesIndex,
  recoveryIndex,
  sessionsByEmail,
  sessionsByReference,
  sessionsByTime,
  type TableId,
  timeIndex,
} from '../lib/storage/tables.ts';

/**
 * Stacks below the environment's, by the purpose of their functions. A deployed function stays in its area: in another, its name would already be
 * taken.
 */
export const areas = ['checkout', 'operations', 'routing', 'events'] as const;
export type Area = (typeof areas)[number];

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan';

/**
 * Everything that one function may access and know. Its role, its environment variables and the tests are derived only from this. What a release no
 * longer uses stays for one release more: a deploy changes the role before it moves calls, and `npm run release -- back` moves them to older code.
 */
export type FunctionNeeds = {
  readonly name: string;
  /** `base`: in the environment's own stack, because resources that all areas use need it. */
  readonly area: Area | 'base';
  readonly timeout_s: number;
  readonly memory_mb: number;
  /** Actions per table. A transaction needs the actions of its parts. `Query` and `Scan` apply to the table itself. */
  readonly tables: Readonly<Partial<Record<TableId, readonly TableAction[]>>>;
  /** It writes the audit trail. The entries are items in the table of events, and every other role is refused there by their key. */
  readonly audits?: true;
  /** Tables whose streams it takes. */
  readonly streams?: readonly TableId[];
  /** Indexes it queries, of the tables above. */
  readonly queries?: Readonly<Partial<Record<TableId, readonly IndexDescription[]>>>;
  /** The parts of the signing secret that it may read. */
  readonly keys?: readonly KeyPurpose[];
  /** `accounts`: knows which accounts exist. `credentials`: may read their secrets too. */
  readonly psps: 'none' | 'accounts' | 'credentials';
  readonly rules: 'none' | 'read' | 'publish';
  /** Ends a change of the rules that AppConfig still watches, to take it back. */
  readonly ends_watch?: true;
  /** A person or a back office calls it now and then: a canary would see no call, so a deployment activates the new version at once. */
  readonly rare?: true;
  /** Starts the workers that send webhooks. */
  readonly wakes?: true;
  /** Starts the worker of a backtest. */
  readonly backtests?: true;
  /** Of the files of exports: starts the worker that writes them, writes them, or makes links to them. */
  readonly exports?: readonly ExportAccess[];
  /** Knows what people at the console may refund. */
  readonly limits_refunds?: true;
  /** Starts the timer of rule versions. */
  readonly settles?: true;
  /** Starts itself, for each shard of the recovery index. */
  readonly recovers?: true;
  /** May receive card numbers, if the environment allows it. */
  readonly cards?: true;
  /** It knows the vault, and calls these of its functions. */
  readonly vault?: readonly VaultCall[];
  /** Knows the hosted page, as every function does that shows sessions. */
  readonly pages?: true;
  /** Knows the environment's name. */
  readonly knows_environment?: true;
  /** Reads and writes sign-ins in the table of events, reads the console's secret, and knows the identity provider. */
  readonly signs_in?: true;
  /** Its file, if named differently. */
  readonly file?: string;
};

export type ExportAccess = 'start' | 'write' | 'read';

export type VaultCall = 'forward' | 'manage';

/** A confirm may use the rest of API Gateway's 30 s, like every other call that moves money. */
const moneyTimeout_s = 29;
const readTimeout_s = 10;

/**
 * Init time barely depends on memory and own work is a few milliseconds, so most of the cost is waiting for PSPs: 512 MB gives a cold start enough
 * CPU and is half the price of the next step. Functions without a waiting caller, or with little to do, get 256 MB.
 */
const memory_mb = 512;
const smallMemory_mb = 256;
/** Reads and writes records as fast as one processor can, for minutes. */
const exportMemory_mb = 1_769;

const apiKey = { api_keys: ['GetItem'] } as const;
const readsAndReplaces = ['GetItem', 'PutItem'] as const;
/** The claim on an order that may be paid once. */
const orders = { orders: ['UpdateItem'] } as const;
/** An attempt settled outside its confirm: its session changes, the card's count is given back or blocked, the order is freed. */
const settles = { sessions: readsAndReplaces, limits: ['UpdateItem'], ...orders } as const;

/** Applying a look at the PSP, its refunds one by one. */
const looked = ['GetItem', 'PutItem', 'UpdateItem'] as const;
const takesOver = { ...settles, charges: looked } as const;
/** Once a charge's attempt is known, its card is no longer counted. */
const operates = { ...apiKey, sessions: readsAndReplaces, charges: looked, ...orders } as const;

const read = { timeout_s: readTimeout_s, memory_mb, psps: 'none', rules: 'none' } as const;
const money = { ...read, timeout_s: moneyTimeout_s, keys: ['records'], psps: 'credentials' } as const;
/** A version, the one it replaces, and the caller's key are written together; a version that did not come into force is deleted. */
const versions = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;
const publishes = {
  ...read,
  area: 'routing',
  keys: ['records'],
  psps: 'accounts',
  rules: 'publish',
} as const;

/** It may have to wait until AppConfig has ended a deployment. */
const takesBack = { ...publishes, timeout_s: moneyTimeout_s, ends_watch: true } as const;

/** Windows are read together; the detector is replaced, and its verdict is published. */
const foldsHealth = ['GetItem', 'BatchGetItem', 'PutItem'] as const;

/** Webhook endpoints, deliveries to them, and answers under idempotency keys are items in the table of events. */
const edits = {
  ...read,
  area: 'events',
  tables: { ...apiKey, events: readsAndReplaces },
  keys: ['records'],
  rare: true,
} as const;

/** Whoever changes a key reads all of them: a key is stored under its secrets' hashes, and only people ask. */
const changesKeys = {
  ...edits,
  area: 'operations',
  tables: { ...edits.tables, api_keys: ['GetItem', 'PutItem', 'Scan'] },
} as const;

/** The stream's rows by time. */
const listsRows = {
  ...read,
  tables: { ...apiKey, events: ['BatchGetItem'] },
  queries: { events: [timeIndex] },
  keys: ['lists'],
  rare: true,
} as const;
/** Rows of parts of charges, also by session, charge or reference, which are read from the records themselves. */
const listsOfCharges = {
  ...listsRows,
  tables: {
    ...listsRows.tables,
    sessions: ['GetItem', 'BatchGetItem'],
    charges: ['GetItem', 'BatchGetItem'],
  },
  queries: { ...listsRows.queries, sessions: [sessionsByReference] },
} as const;

/** Answers every path that no route has. */
export const defaultRouteFunction = 'refuse-unknown-route';

/** The verdict on the health of PSPs and their states are items in the table of events. */
const creates = {
  ...read,
  area: 'checkout',
  tables: {
    ...apiKey,
    sessions: ['GetItem', 'PutItem', 'BatchGetItem'],
    events: ['GetItem'],
    // The AppConfig session that their environments share. No other function can plant rules there.
    configuration: ['GetItem', 'PutItem', 'UpdateItem'],
  },
  queries: { sessions: [sessionsByReference] },
  keys: ['sessions', 'records'],
  psps: 'accounts',
  rules: 'read',
} as const;

const functionNeeds: readonly FunctionNeeds[] = [
  { ...creates, name: 'create-checkout-session', vault: [] },
  {
    ...read,
    name: 'retrieve-checkout-session',
    vault: [],
    area: 'checkout',
    // A customer's stored cards are items in the table of events.
    tables: { ...apiKey, sessions: ['GetItem'], events: ['BatchGetItem'] },
    queries: { events: [timeIndex] },
    keys: ['sessions'],
  },
  {
    ...money,
    name: 'confirm-checkout-session',
    keys: ['sessions', 'records'],
    vault: ['forward', 'manage'],
    area: 'checkout',
    // A limit whose window has passed is restarted with a put.
    tables: {
      ...apiKey,
      sessions: readsAndReplaces,
      charges: readsAndReplaces,
      limits: ['PutItem', 'UpdateItem'],
      // A stored payment method is an item in the table of events, and so are the states of PSPs.
      events: ['GetItem'],
      ...orders,
    },
    cards: true,
  },
  {
    ...money,
    name: 'complete-authentication',
    keys: ['sessions'],
    area: 'checkout',
    tables: { ...settles, charges: readsAndReplaces },
  },
  {
    ...money,
    name: 'expire-checkout-session',
    keys: ['sessions', 'records'],
    area: 'checkout',
    tables: { ...apiKey, ...settles, charges: readsAndReplaces },
  },
  {
    ...money,
    name: 'refund-charge',
    area: 'operations',
    // What people refund in a day.
    tables: { ...apiKey, charges: looked, limits: readsAndReplaces },
    limits_refunds: true,
  },
  { ...money, name: 'capture-charge', area: 'operations', tables: operates },
  { ...money, name: 'cancel-charge', area: 'operations', tables: operates },
  { ...money, name: 'refresh-charge', area: 'operations', tables: { ...apiKey, ...takesOver } },
  {
    ...money,
    name: 'decide-charge',
    area: 'operations',
    psps: 'accounts',
    tables: { ...apiKey, ...takesOver },
    queries: { charges: [chargesByPspReference] },
  },
  {
    ...read,
    name: 'retrieve-charge',
    area: 'operations',
    tables: { ...apiKey, sessions: ['GetItem'], charges: ['GetItem'] },
  },
  // The notes of a charge are an item in the table of events: its own item is only read.
  {
    ...edits,
    name: 'create-charge-note',
    area: 'operations',
    tables: { ...apiKey, charges: ['GetItem'], events: looked },
  },
  {
    ...read,
    name: 'list-charge-notes',
    area: 'operations',
    tables: { ...apiKey, charges: ['GetItem'], events: ['GetItem'] },
    keys: ['lists'],
    rare: true,
  },
  {
    ...publishes,
    name: 'update-routing-rules',
    tables: { ...apiKey, rules: [...versions, 'Query'], events: readsAndReplaces },
    backtests: true,
  },
  {
    ...publishes,
    name: 'delete-routing-rule',
    tables: { ...apiKey, rules: [...versions, 'Query'] },
    rare: true,
  },
  {
    ...takesBack,
    name: 'roll-back-routing-rule',
    tables: { ...apiKey, rules: [...versions, 'Query'] },
    rare: true,
  },
  {
    ...takesBack,
    name: 'change-rollout',
    psps: 'none',
    tables: { ...apiKey, rules: versions },
    rare: true,
  },
  {
    ...takesBack,
    name: 'approve-rule-version',
    tables: { ...apiKey, rules: [...versions, 'Query'] },
    rare: true,
  },
  {
    ...read,
    name: 'retrieve-rule-versions',
    area: 'routing',
    tables: { ...apiKey, rules: ['GetItem', 'Query'] },
    rules: 'read',
    rare: true,
  },
  {
    ...read,
    name: 'settle-rule-versions',
    area: 'routing',
    timeout_s: 55,
    memory_mb: smallMemory_mb,
    // The windows of health contain the results of rollout arms.
    tables: { rules: [...versions, 'Query'], events: ['BatchGetItem'] },
    queries: { rules: [openRulesIndex] },
    // Steps and guards of rollouts are changes of the document; no other function may publish without an API key.
    rules: 'publish',
    ends_watch: true,
    rare: true,
  },
  {
    ...read,
    name: 'retrieve-backtest',
    area: 'routing',
    tables: { ...apiKey, events: readsAndReplaces },
    backtests: true,
    rare: true,
  },
  {
    ...read,
    name: 'run-backtest',
    area: 'routing',
    timeout_s: 55,
    tables: { sessions: ['BatchGetItem'], charges: ['BatchGetItem'], events: readsAndReplaces },
    queries: { sessions: [sessionsByTime] },
    psps: 'accounts',
    backtests: true,
    rare: true,
  },
  { ...read, name: 'retrieve-routing-rules', area: 'routing', tables: apiKey, rules: 'read' },
  // The states of PSPs are one item in the table of events.
  {
    ...read,
    name: 'retrieve-routing-psps',
    area: 'routing',
    tables: { ...apiKey, events: ['GetItem'] },
    psps: 'accounts',
    rare: true,
  },
  {
    ...edits,
    name: 'switch-routing-psp',
    area: 'routing',
    psps: 'accounts',
    rules: 'read',
  },
  {
    ...read,
    name: 'retrieve-routing-health',
    area: 'routing',
    tables: { ...apiKey, events: ['GetItem'] },
    rare: true,
  },
  {
    ...money,
    name: 'receive-psp-webhook',
    area: 'checkout',
    keys: [],
    tables: { ...takesOver, events: readsAndReplaces },
    queries: { charges: [chargesByPspReference] },
  },
  {
    ...money,
    name: 'recover-charges',
    area: 'operations',
    timeout_s: 55,
    keys: [],
    tables: { ...takesOver, events: foldsHealth, rules: [] },
    queries: {
      charges: [recoveryIndex, chargesByPspReference],
      events: [dueIndex],
      sessions: [expiryIndex],
      rules: [openRulesIndex],
    },
    wakes: true,
    settles: true,
    recovers: true,
  },
  {
    ...read,
    name: 'list-checkout-sessions',
    area: 'checkout',
    tables: { ...apiKey, sessions: ['BatchGetItem'] },
    queries: { sessions: [sessionsByTime, sessionsByReference, sessionsByEmail] },
    keys: ['lists'],
    rare: true,
  },
  {
    ...read,
    name: 'list-charges',
    area: 'operations',
    tables: { ...apiKey, sessions: ['GetItem', 'BatchGetItem'], charges: ['BatchGetItem'] },
    queries: {
      sessions: [sessionsByReference, sessionsByEmail],
      charges: [chargesByTime, chargesByPspReference, chargesByLast4, recoveryIndex],
    },
    keys: ['lists'],
    rare: true,
  },
  { ...edits, name: 'create-webhook-endpoint', keys: ['records', 'webhooks'] },
  { ...edits, name: 'update-webhook-endpoint' },
  { ...edits, name: 'delete-webhook-endpoint' },
  { ...edits, name: 'rotate-webhook-secret', keys: ['records', 'webhooks'] },
  { ...edits, name: 'test-webhook-endpoint', wakes: true },
  { ...edits, name: 'resend-event', wakes: true },
  { ...edits, name: 'resend-failed-events', queries: { events: [dueIndex] }, wakes: true },
  {
    ...read,
    name: 'list-deliveries',
    area: 'events',
    tables: { ...apiKey, events: ['GetItem'] },
    queries: { events: [dueIndex] },
    keys: ['lists'],
    rare: true,
  },
  {
    ...read,
    name: 'retrieve-stats',
    area: 'events',
    tables: { ...apiKey, events: ['BatchGetItem'] },
    queries: { events: [timeIndex] },
    rare: true,
  },
  { ...edits, name: 'create-export', exports: ['start'] },
  {
    ...read,
    name: 'retrieve-export',
    area: 'events',
    tables: { ...apiKey, events: readsAndReplaces },
    exports: ['start', 'read'],
    rare: true,
  },
  {
    ...read,
    name: 'run-export',
    area: 'events',
    timeout_s: 900,
    memory_mb: exportMemory_mb,
    tables: {
      sessions: ['BatchGetItem'],
      charges: ['BatchGetItem'],
      events: [...readsAndReplaces, 'BatchGetItem'],
    },
    queries: { charges: [chargesByTime], events: [timeIndex] },
    exports: ['write'],
    rare: true,
  },
  {
    ...read,
    name: 'retrieve-webhook-endpoints',
    area: 'events',
    tables: { ...apiKey, events: ['GetItem'] },
    rare: true,
  },
  {
    ...read,
    name: 'deliver-events',
    area: 'events',
    timeout_s: 300,
    memory_mb: smallMemory_mb,
    tables: { events: [...looked, 'BatchGetItem'] },
    queries: { events: [dueIndex] },
    keys: ['webhooks'],
    wakes: true,
  },
  { ...listsOfCharges, name: 'list-refunds', area: 'operations' },
  {
    ...read,
    name: 'retrieve-refund',
    area: 'operations',
    tables: { ...apiKey, events: ['GetItem'] },
    rare: true,
  },
  { ...listsRows, name: 'list-events', area: 'events' },
  { ...read, name: 'retrieve-event', area: 'events', tables: { ...apiKey, events: ['GetItem'] }, rare: true },
  { ...listsRows, name: 'list-audit-entries', area: 'events' },
  { ...listsOfCharges, name: 'list-disputes', area: 'operations' },
  {
    ...read,
    name: 'retrieve-dispute',
    area: 'operations',
    tables: { ...apiKey, events: ['GetItem'] },
    rare: true,
  },
  {
    ...read,
    name: 'record-events',
    area: 'events',
    timeout_s: 60,
    memory_mb: smallMemory_mb,
    tables: { events: [...foldsHealth, 'UpdateItem'] },
    audits: true,
    streams: ['sessions', 'charges', 'rules', 'api_keys', 'events'],
    // Tells the vault which cards to keep, which security codes have been used, and which sessions have ended.
    vault: ['manage'],
    wakes: true,
  },
  {
    ...edits,
    name: 'create-payment-method',
    area: 'operations',
    tables: { ...edits.tables, sessions: ['GetItem'] },
    vault: ['manage'],
  },
  { ...edits, name: 'delete-payment-method', area: 'operations', vault: ['manage'] },
  { ...listsRows, name: 'list-payment-methods', area: 'operations' },
  {
    ...read,
    name: 'retrieve-payment-method',
    area: 'operations',
    tables: { ...apiKey, events: ['GetItem'] },
    rare: true,
  },
  // A link is an item in the table of events.
  {
    ...edits,
    name: 'create-payment-link',
    area: 'checkout',
    pages: true,
    psps: 'accounts',
    rules: 'read',
  },
  {
    ...read,
    name: 'retrieve-payment-links',
    area: 'checkout',
    pages: true,
    tables: { ...apiKey, events: ['GetItem', 'BatchGetItem'] },
    queries: { events: [timeIndex] },
    keys: ['lists'],
  },
  { ...edits, name: 'delete-payment-link', area: 'checkout' },
  {
    ...creates,
    name: 'begin-payment-link',
    tables: { ...creates.tables, limits: ['PutItem', 'UpdateItem'], orders: ['GetItem'] },
  },
  {
    ...changesKeys,
    name: 'create-api-key',
    tables: { ...edits.tables, api_keys: readsAndReplaces },
  },
  { ...changesKeys, name: 'rotate-api-key' },
  { ...changesKeys, name: 'delete-api-key' },
  {
    ...read,
    name: 'retrieve-api-keys',
    area: 'operations',
    tables: { api_keys: ['GetItem', 'Scan'] },
    keys: ['lists'],
    rare: true,
  },
  {
    ...read,
    name: 'retrieve-caller',
    area: 'operations',
    memory_mb: smallMemory_mb,
    tables: apiKey,
    keys: ['sessions'],
    knows_environment: true,
    rare: true,
  },
  { ...read, name: defaultRouteFunction, area: 'operations', memory_mb: smallMemory_mb, tables: {} },
  { ...read, name: 'validate-routing-rules', area: 'base', memory_mb: smallMemory_mb, tables: {} },
];

/** Signs people in at the console, and is deployed only with one: it alone reads the key that signs their tokens. */
export const signInNeeds: FunctionNeeds = {
  ...read,
  name: 'sign-in',
  file: 'console/sign-in',
  area: 'operations',
  tables: {},
  signs_in: true,
  rare: true,
};

export const needsOf = (name: string): FunctionNeeds => {
  const needs = functionNeeds.find((candidate) => candidate.name === name);
  if (!needs) throw new Error(`function ${name} has no line in infra/function-needs.ts`);
  return needs;
};

export const needsIn = (area: Area): readonly FunctionNeeds[] =>
  functionNeeds.filter((needs) => needs.area === area);

export const functionNames: readonly string[] = functionNeeds.map(({ name }) => name);
