import type { TableDescription } from './tables.ts';

/** The vault's tables. They are in its own account, and no part of the router knows their names. */
export type CardTableId = 'cards' | 'cvcs';

type CardTable = Omit<TableDescription, 'id' | 'variable'> & {
  readonly id: CardTableId;
  readonly variable: `TABLE_${Uppercase<CardTableId>}`;
};

/** A session's count is an item among the cards. Security codes have a table of their own: that table is never copied. */
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
];
