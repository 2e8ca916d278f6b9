import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { buildDocument } from '../../local/docs/openapi/build-document.ts';
import { writeApiTypes, writeOperations } from './write-api-types.ts';
import { writeErrorGuide } from './write-error-guide.ts';

/** Every checked-in file that is made from the API's schemas, by its path from the root. */
export const generatedFiles = (): Readonly<Record<string, string>> => {
  const document = buildDocument();
  const types = 'clients/server/src/generated/api-types.ts';
  const operations = 'clients/server/src/generated/operations.ts';
  return {
    'docs/openapi.yaml': `${banner}${stringify(document, { lineWidth: 120, aliasDuplicateObjects: false })}`,
    'docs/errors.md': writeErrorGuide(document),
    [types]: format(types, writeApiTypes(document)),
    [operations]: format(operations, writeOperations(document)),
  };
};

const banner =
  '# Made by `npm run openapi` from the route table and the schemas in lib/contract. Do not edit.\n';

const root = join(import.meta.dirname, '../..');

const format = (path: string, source: string): string =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
