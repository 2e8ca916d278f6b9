import { type TableId, tableName } from '../../lib/storage/tables.ts';
import type { Environment } from '../environments.ts';

/** The name of the table that the environment's functions use: its own, or the restored one in its place. */
export const tableIn = ({ name, restored }: Pick<Environment, 'name' | 'restored'>, id: TableId): string =>
  restored?.[id]?.name ?? tableName(name, id);
