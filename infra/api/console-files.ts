import { buildConsole } from '../../clients/console/build-console.ts';
import type { Environment } from '../environments.ts';
import type { PublicFile } from './upload-public-files.ts';

/** The console's pages, below `/console`. None if the environment has no console. */
export const consoleFiles = ({ console }: Pick<Environment, 'console'>): readonly PublicFile[] =>
  console === undefined
    ? []
    : buildConsole('provider').map(({ path, content, headers }) => ({
        path,
        content,
        type: headers['content-type'] ?? '',
        cache: headers['cache-control'] ?? '',
      }));
