import { request as send } from 'node:http';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

/** One request as it came: the line, every header in its order and case, and the body. */
export type Recorded = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
};

export type RecordingPsp = {
  readonly url: string;
  readonly recorded: Recorded[];
  readonly close: () => Promise<void>;
};

/** Stands before a PSP, keeps what comes, and passes it on unchanged. */
export const recordingPsp = async (psp: string): Promise<RecordingPsp> => {
  const recorded: Recorded[] = [];
  const server = createTestServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '', rawHeaders } = incoming;
    recorded.push({ method, url, headers: rawHeaders, body: body.toString() });
    const further = send(
      new URL(url, psp),
      { method, headers: { ...incoming.headers, host: new URL(psp).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    further.on('error', () => response.destroy());
    further.end(body);
  });
  const { url } = await listen(server);
  return {
    url: new URL(new URL(psp).pathname, url).href.replace(/\/$/, ''),
    recorded,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
