import { parseArgs } from 'node:util';
import { errorLine } from '../lib/edge/error-line.ts';
import { awsJson } from './aws-call.ts';
import { environmentNamed } from './environments.ts';
import { functionName } from './function-name.ts';
import { functionNames } from './function-needs.ts';
import { versionBefore } from './version-before.ts';

const usage = `usage: npm run release -- back dev|staging|prod
  back  moves the alias \`live\` of every function back to its previous version. Deploy the previous commit as soon as you can: the next deploy
        of this one would move them forward again.`;

type Alias = { readonly FunctionVersion: string };
type Versions = {
  readonly Versions: readonly { readonly Version: string }[];
  readonly NextMarker?: string | null;
};

/** `npm run release`: rolls code back in one call, without a build. Rules, records and settings stay. */
const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  if (values.help) return console.log(usage);
  const [command, name, ...rest] = positionals;
  if (command !== 'back' || rest.length > 0) throw new Error(usage);
  const environment = environmentNamed(name);
  const moved = await Promise.all(functionNames.map((each) => goBack(functionName(environment, each))));
  for (const line of moved) console.log(line);
};

const goBack = async (name: string): Promise<string> => {
  const path = `/2015-03-31/functions/${name}`;
  const { FunctionVersion: now } = await awsJson<Alias>({ service: 'lambda', path: `${path}/aliases/live` });
  const before = versionBefore(await versionsOf(path), now);
  if (before === undefined) return `${name}: stays at ${now}, which has no previous version`;
  await awsJson<Alias>({
    service: 'lambda',
    method: 'PUT',
    path: `${path}/aliases/live`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ FunctionVersion: before, RoutingConfig: { AdditionalVersionWeights: {} } }),
  });
  return `${name}: ${now} → ${before}`;
};

const versionsOf = async (path: string): Promise<readonly string[]> => {
  const all: string[] = [];
  let marker = '';
  for (;;) {
    const query = marker === '' ? '' : `?Marker=${encodeURIComponent(marker)}`;
    const page = await awsJson<Versions>({ service: 'lambda', path: `${path}/versions${query}` });
    all.push(...page.Versions.map(({ Version }) => Version));
    if (!page.NextMarker) return all;
    marker = page.NextMarker;
  }
};

try {
  await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
}
