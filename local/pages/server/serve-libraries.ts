import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerMissing } from '../../docs/missing-page.ts';
import { libraries, packLibraries } from '../../support/pack-libraries.ts';

/** `GET <path>/server.tgz`, and so on: what `npm install` takes. Packed for the first request, which takes some seconds. */
export const serveLibraries = (path: string): RequestListener => {
  let packed: Promise<ReadonlyMap<string, Buffer>> | undefined;
  const read = (): Promise<ReadonlyMap<string, Buffer>> => {
    packed ??= archives(path).catch((error: unknown) => {
      packed = undefined;
      throw error;
    });
    return packed;
  };
  return async (request, response) => {
    const { url = '' } = request;
    if (!libraries.some((name) => url === `${path}/${name}.tgz`)) return answerMissing(request, response);
    try {
      const content = (await read()).get(url);
      response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': content?.length ?? 0 });
      response.end(content);
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`The libraries could not be packed: ${error}\n`);
    }
  };
};

const archives = async (path: string): Promise<ReadonlyMap<string, Buffer>> => {
  const folder = mkdtempSync(join(tmpdir(), 'libraries-'));
  try {
    const packed = await packLibraries(libraries, folder);
    return new Map(
      packed.map(({ archive }, index) => [`${path}/${libraries[index]}.tgz`, readFileSync(archive)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
