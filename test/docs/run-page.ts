import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, runProgram } from '../integration/local/run-program.ts';
import { isAsShown } from './is-as-shown.ts';
import type { Example } from './read-examples.ts';
import { type Shell, startShell } from './start-shell.ts';

/** Where the pages say the service is. */
const written = 'http://127.0.0.1:4000';

type Service = { readonly base_url: string; readonly api_key: string };

/**
 * Does what a page says, example by example, in one shell and against one service, and gives what did not come out as the page shows it. Commands
 * run exactly as they are written: curl is told where port 4000 is, and the project's own commands read `PORT`.
 */
export const runPage = async (
  examples: readonly Example[],
  { base_url, api_key }: Service,
): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const { port, host } = new URL(base_url);
  writeFileSync(join(folder, '.curlrc'), `connect-to = "${new URL(written).host}:${host}"\n`);
  const shell = startShell({
    API_KEY: api_key,
    PORT: port,
    CURL_HOME: folder,
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    NODE_OPTIONS: undefined,
  });
  try {
    const problems: string[] = [];
    for (const example of examples) {
      const problem = await tryExample(example, { shell, base_url, api_key });
      if (problem !== undefined) problems.push(problem);
    }
    return problems;
  } finally {
    await shell.close();
    rmSync(folder, { recursive: true });
  }
};

type Surroundings = Service & { readonly shell: Shell };

const tryExample = async (example: Example, surroundings: Surroundings): Promise<string | undefined> =>
  problemOf(example, await run(example, surroundings));

type Ran = { readonly output: string; readonly status: number };

const run = ({ block, code }: Example, { shell, base_url, api_key }: Surroundings): Promise<Ran> => {
  switch (block.language) {
    case 'sh':
    case 'bash':
      return shell.run(code);
    case 'js':
    case 'ts':
      return runModule(code.replaceAll(written, base_url), block.language, api_key);
    default:
      throw new Error(`${block.page}:${block.line}: no way to run ${block.language}`);
  }
};

const runModule = async (code: string, language: 'js' | 'ts', api_key: string): Promise<Ran> => {
  const type = language === 'ts' ? 'module-typescript' : 'module';
  const program = runProgram(process.execPath, ['--input-type', type, '--eval', code], {
    API_KEY: api_key,
    NODE_OPTIONS: undefined,
  });
  const { code: status } = await program.ended;
  return { output: program.stdout() + program.stderr(), status: status ?? 1 };
};

const problemOf = ({ block, code, shown }: Example, { output, status }: Ran): string | undefined => {
  const at = `${block.page}:${block.line}`;
  if (status !== 0) return `${at}: ended with ${status}\n\n${code}\n\n${output}`;
  if (shown === undefined || isAsShown(output, shown)) return undefined;
  return `${at}: printed something else than is shown\n\n${code}\n\nshown:\n${shown}\n\nprinted:\n${output}`;
};
