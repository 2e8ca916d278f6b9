import type { RequestListener } from 'node:http';
import { consoleCookie } from '../../../lib/http/console-token.ts';
import { openSignIn } from '../../../lib/people/open-sign-in.ts';
import { consoleSigningKey, signInPorts } from '../../../lib/runtime/console-ports.ts';
import type { Person } from '../../../lib/types/sign-in.ts';
import { machineUser } from '../../support/machine-user.ts';
import { readRequestBody } from '../../support/read-request-body.ts';
import type { SignInCodes } from './sign-in-codes.ts';

/** The page that takes a code, once, out of the fragment of its address. */
export const consoleLink = (base_url: string, code: string): string => `${base_url}/console/#code=${code}`;

export const signInPath = '/console/sign-in';

/** Signs this machine's user in as admin: `POST {"code"}`, answered with 204 and the cookie. */
export const consoleSignIn =
  (codes: SignInCodes): RequestListener =>
  async (request, response) => {
    const body = request.method === 'POST' ? await readRequestBody(request, bodyLimitBytes) : undefined;
    if (!Buffer.isBuffer(body) || !codes.take(codeIn(body))) {
      response.writeHead(403, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify({ error: { message: used } }));
      return;
    }
    response.writeHead(204, { 'cache-control': 'no-store', 'set-cookie': await newCookie() });
    response.end();
  };

const bodyLimitBytes = 1_000;

const used = 'This link was used or is of an earlier start. Open the one that npm start printed last.';

const codeIn = (body: Buffer): unknown => {
  try {
    return (JSON.parse(body.toString()) as { readonly code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
};

const newCookie = async (): Promise<string> => {
  const username = machineUser() ?? 'unknown';
  const person: Person = { id: `${username}@localhost`, name: username, role: 'admin' };
  const ports = signInPorts();
  const sign_in = await openSignIn(ports, person.id);
  const now = Math.floor(ports.clock.now() / 1000);
  return consoleCookie(person, sign_in, { key: await consoleSigningKey(), now });
};
