import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../../local/support/read-command-line.ts';
import type { SpecSource } from '../conformance/psp-subject.ts';
import { specSources } from '../conformance/subjects.ts';
import { pruneSpec } from './prune-spec.ts';

/** Where the publishers' repositories can be read file by file: `<host>/<owner>/<repository>/<commit>/<path>`. */
const host = 'https://raw.githubusercontent.com';

const usage = `npm run specs [-- --to DIR] [--force]

Fetches the PSPs' official documents, at the commits the tests were written against, from their publishers' repositories, keeps the calls a card
router makes, and writes them where the tests look for them (or to DIR). A document that is there already stays, unless --force.`;

/** Has not been run where this project was written, which had the documents already. */
const main = async (): Promise<void> => {
  const { values } = readCommandLine(usage, { to: { type: 'string' }, force: { type: 'boolean' } });
  const folder = values.to ?? join(import.meta.dirname, '../../../shared/psp/specs');
  mkdirSync(folder, { recursive: true });
  for (const source of specSources) {
    const file = join(folder, source.file);
    if (existsSync(file) && !values.force) console.log(`${source.file}: is there`);
    else if (source.bundled_by_hand) console.log(byHand(source));
    else writeFileSync(file, await fetchSpec(source));
  }
};

const byHand = ({ file, repo, path }: SpecSource): string =>
  `${file}: not fetched. ${repo} keeps it as a folder of YAML files (${path}): bundle them into one JSON document.`;

const fetchSpec = async (source: SpecSource): Promise<string> => {
  const { file, repo, path, json = path, commit, keeps } = source;
  const url = `${host}/${repo}/${commit}/${json}`;
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`${file}: ${url} answered ${answer.status}`);
  const document = pruneSpec((await answer.json()) as Readonly<Record<string, unknown>>, keeps);
  console.log(`${file}: fetched`);
  return JSON.stringify({ ...document, 'x-source': { repo, path, commit } }, null, 1);
};

await main();
