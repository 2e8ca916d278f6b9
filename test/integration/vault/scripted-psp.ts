import type { ServerResponse } from 'node:http';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

export type ScriptedPsp = {
  readonly url: string;
  readonly bodies: string[];
  /** What is done with the next requests. */
  answer: (response: ServerResponse) => void;
  readonly close: () => Promise<void>;
};

/** A PSP that does whatever the test says. */
export const scriptedPsp = async (): Promise<ScriptedPsp> => {
  const server = createTestServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    psp.bodies.push(body);
    psp.answer(response);
  });
  const { url } = await listen(server);
  const psp: ScriptedPsp = {
    url,
    bodies: [],
    answer: (response) => void response.end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return psp;
};
