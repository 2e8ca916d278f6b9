import { createCardStore } from '../storage/card-store.ts';
import { type CardTableId, cardTables } from '../storage/card-tables.ts';
import type { CardStore } from '../types/card-store.ts';
import type { Deployment } from '../vault/vault-ports.ts';
import { storage } from './dynamodb.ts';
import { livemode, requireVariable } from './environment.ts';

/** `VAULT_MERCHANT` and `MODE`: the merchant and mode whose cards this vault stores. */
export const deployment = (): Deployment => ({
  merchant: requireVariable('VAULT_MERCHANT'),
  mode: livemode() ? 'live' : 'test',
});

/** The vault's cards, security codes and counts (`TABLE_CARDS`, `TABLE_CVCS`, `TABLE_COUNTS`). */
export const cardStore = (): CardStore => {
  store ??= createCardStore({ ...storage(), tables: tableNames });
  return store;
};

/** Read on use, since each function gets only the tables that it needs. */
const tableNames = Object.defineProperties(
  {},
  Object.fromEntries(cardTables.map(({ id, variable }) => [id, { get: () => requireVariable(variable) }])),
) as Readonly<Record<CardTableId, string>>;

let store: CardStore | undefined;
