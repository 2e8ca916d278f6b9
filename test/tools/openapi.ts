import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answersFile } from '../../local/docs/examples/examples.ts';
import { playExamples, storyRules } from '../docs/play-examples.ts';
import { settleValues } from '../docs/settle-values.ts';
import { startService } from '../integration/service/start-service.ts';
import { formatJson } from './format-json.ts';
import { generatedFiles } from './generated-files.ts';

const root = join(import.meta.dirname, '../..');

/** `npm run openapi` writes what is made from the API's schemas; `npm run openapi -- record` asks a running service for the examples' answers first. */
const main = async (): Promise<void> => {
  if (process.argv[2] === 'record') await record();
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
