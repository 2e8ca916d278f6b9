import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Program, runProgram } from './run-program.ts';

type Ready = {
  readonly base_url: string;
  readonly api_key: string;
  readonly psps: Readonly<Record<string, string>>;
  readonly admin: string;
  /** Signs in once at the console. */
  readonly console: string;
};
type Note = Omit<Ready, 'console'> & {
  readonly pid: number;
  readonly environment: Readonly<Record<string, string>>;
};

/** Ends what a test started, newest first. */
export const closers: (() => unknown)[] = [];
export const closeAll = async (): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

/** Nothing of the surroundings names a part elsewhere, and npm is not around. */
export const clean = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(AWS_|PSP_|TABLE_|APPCONFIG_|npm_|PORT$|MODE$|PUBLIC_URL$|NODE_OPTIONS$)/.test(name))
    .map((name) => [name, undefined]),
);

export const launch = (parameters: readonly string[], environment: Record<string, string> = {}): Program => {
  const program = runProgram(process.execPath, ['local/start.ts', ...parameters], {
    ...clean,
    PORT: '0',
    ...environment,
  });
  closers.push(async () => {
    program.child.kill('SIGKILL');
    await program.ended;
  });
  return program;
};

export const ready = async (program: Program): Promise<Ready> =>
  JSON.parse(await program.line((line) => line.startsWith('{')));

export const noteOf = ({ base_url }: Ready): string =>
  join(tmpdir(), `payment-routing-${userInfo().uid}`, `${new URL(base_url).port}.json`);

export const readNote = (at: Ready): Note => JSON.parse(readFileSync(noteOf(at), 'utf8'));

export const allAddresses = (at: Ready, note: Note): readonly string[] => [
  at.base_url,
  at.admin,
  ...Object.values(at.psps),
  ...Object.entries(note.environment)
    .filter(([name]) => name.startsWith('AWS_ENDPOINT_URL_'))
    .map(([, url]) => url),
];

export const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'service-'));
  closers.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
