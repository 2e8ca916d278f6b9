import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolder } from './own-folder.ts';

/** Where the parts of a locally running service are, for command line tools. */
export type RunningServiceInfo = {
  readonly pid: number;
  readonly base_url: string;
  readonly api_key: string;
  readonly psps: Readonly<Record<string, string>>;
  /** The PSP simulators' admin endpoint; undefined if no simulator runs. */
  readonly admin?: string;
  /** The functions' environment: tables, endpoints, secret ids, credentials of the local parts. */
  readonly environment: Readonly<Record<string, string>>;
};

export const defaultPort = 4000;

/** A tool's default port: `PORT`, otherwise 4000. */
export const usualPort = (): number => Number(process.env.PORT || defaultPort);

/**
 * The service that this user started on `port`, or undefined if none runs there. Throws if another user owns the place of the note: it could name
 * addresses of his own.
 */
export const findRunningService = (port = usualPort()): RunningServiceInfo | undefined => {
  if (lstatSync(folder(), { throwIfNoEntry: false }) !== undefined) ownFolder(folder(), { secret: true });
  try {
    const info: RunningServiceInfo = JSON.parse(readFileSync(fileOf(port), 'utf8'));
    process.kill(info.pid, 0);
    return info;
  } catch {
    return undefined;
  }
};

/** Leaves the note that `findRunningService` reads; it holds an API key, so only its owner may read it. */
export const announceService = (port: number, info: RunningServiceInfo): void => {
  ownFolder(folder(), { secret: true });
  rmSync(fileOf(port), { force: true });
  writeFileSync(fileOf(port), JSON.stringify(info), { mode: 0o600, flag: 'wx' });
};

/** Removes the note, if it is still that of `pid`. */
export const withdrawService = (port: number, pid: number): void => {
  if (findRunningService(port)?.pid === pid) rmSync(fileOf(port), { force: true });
};

/** By the user's number, as not everybody has a name. On Windows, the folder around it is the user's own. */
const folder = () => join(tmpdir(), `payment-routing-${process.getuid?.() ?? -1}`);
const fileOf = (port: number) => join(folder(), `${port}.json`);
