import type { TableDescription } from './tables.ts';

/** The vault's tables. They are in its own account, and no part of the router knows their names. */
export type CardTableId = 'cards' | 'cvcs' | 'counts';

type CardTable = Omit<TableDescription, 'id' | 'variable'> & {
  readonly id: CardTableId;
  readonly variable: `TABLE_${Uppercase<CardTableId>}`;
};

/** Security codes have a table of their own, which is never copied, and so do the counters: a function that writes those needs no access to cards. */
export const cardTables: readonly CardTable[] = [
  {
    id: 'cards',
    variable: 'TABLE_CARDS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    indexes: [],
  },
  {
    id: 'cvcs',
    variable: 'TABLE_CVCS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    indexes: [],
  },
  {
    id: 'counts',
    variable: 'TABLE_COUNTS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    indexes: [],
  },
];
