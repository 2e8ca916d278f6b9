import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersFile } from '../../local/docs/examples/examples.ts';
import { readCommandLine } from '../../local/support/read-command-line.ts';
import { refuse } from '../../local/support/refuse.ts';
import { playExamples, storyRules } from '../docs/play-examples.ts';
import { settleValues } from '../docs/settle-values.ts';
import { startService } from '../integration/service/start-service.ts';
import { formatJson } from './format-json.ts';
import { generatedFiles } from './generated-files.ts';

const root = join(import.meta.dirname, '../..');

const usage = `Writes what is made from the API's schemas: the OpenAPI document, the error guide, the libraries' types.

  npm run -s openapi              within seconds
  npm run -s openapi -- record    asks a service that it starts for the examples' answers first: within half a minute`;

const main = async (): Promise<void> => {
  const [word] = readCommandLine(usage, {}).words;
  if (word === 'record') await record();
  else if (word !== undefined) refuse(`${word} is not understood.`);
  for (const [path, content] of Object.entries(generatedFiles())) {
    const file = join(root, path);
    if (read(file) === content) continue;
    writeFileSync(file, content);
    console.log(`${path} written`);
  }
};

const record = async (): Promise<void> => {
  const service = await startService({ rules: storyRules });
  try {
    const played = await playExamples(service);
    const wrong = played.filter(({ status, expected }) => status !== expected);
    if (wrong.length > 0) throw new Error(wrong.map(({ name, status }) => `${name}: ${status}`).join(', '));
    const answers = settleValues(Object.fromEntries(played.map(({ name, body }) => [name, body])));
    writeFileSync(fileURLToPath(answersFile), formatJson(answers));
  } finally {
    await service.stop();
  }
};

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

await main();
