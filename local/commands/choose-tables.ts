import { tableName, tables } from '../../lib/storage/tables.ts';
import { localService } from './service-client.ts';

/**
 * Points this process's storage at the tables of a deployed environment, or of the service that runs on this machine. Throws if there is none.
 * A variable that is set already stays: after a restore, a table has another name.
 */
export const chooseTables = (environment: string | undefined): void => {
  if (environment === undefined) return void Object.assign(process.env, localService().environment);
  if (!/^[a-z][a-z0-9-]*$/.test(environment))
    throw new Error(`${environment} is not the name of an environment.`);
  for (const { id, variable } of tables) process.env[variable] ||= tableName(environment, id);
};
