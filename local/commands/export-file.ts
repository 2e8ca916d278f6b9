import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, CreateExport, Export } from '../../clients/server/src/index.ts';
import { showProgress } from '../support/progress.ts';

const pause_ms = 500;

const failures: Readonly<Record<NonNullable<Export['failure']>, string>> = {
  too_long: 'it did not fit into fifteen minutes. Ask for fewer days',
  ended_early: 'three attempts ended early. Ask for fewer days',
  not_started: 'no attempt could be started. Try again later',
};

/** Has the service write a file, and opens it once it is whole. Shows how far it is. */
export const exportFile = async ({ exports }: Client, body: CreateExport): Promise<Response> => {
  let found = await exports.create(body);
  while (found.status === 'running') {
    await sleep(pause_ms);
    found = await exports.retrieve(found.id);
    showProgress(`${body.what}: ${found.rows} rows`, { last: found.status !== 'running' });
  }
  if (found.url === null)
    throw new Error(
      `${found.id} has failed: ${found.failure === null ? 'there is no file' : failures[found.failure]}.`,
    );
  const file = await fetch(found.url);
  if (!file.ok) throw new Error(`The file was not read: ${file.status} ${await file.text()}`);
  return file;
};
