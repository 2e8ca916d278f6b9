import { endSignInBody } from '../../lib/contract/bodies/end-sign-in-body.ts';
import { renewSignInBody } from '../../lib/contract/bodies/renew-sign-in-body.ts';
import type { Call, HttpHandler } from '../../lib/http/call.ts';
import { beginSignIn, endSignIn, finishSignIn, refreshSignIn } from '../../lib/http/console-routes.ts';
import { consoleCookie, noConsoleCookie } from '../../lib/http/console-token.ts';
import { noPendingCookie, pendingCookie, pendingIn } from '../../lib/http/pending-sign-in.ts';
import { withSignInPage } from '../../lib/http/sign-in-page.ts';
import { beginSignIn as begin, pendingFor } from '../../lib/people/begin-sign-in.ts';
import { endSignIns } from '../../lib/people/end-sign-ins.ts';
import { finishSignIn as finish } from '../../lib/people/finish-sign-in.ts';
import type { PendingSignIn } from '../../lib/people/people-ports.ts';
import { renewSignIn } from '../../lib/people/renew-sign-in.ts';
import { clock } from '../../lib/runtime/clock.ts';
import { consoleSigningKey, identities, signInPorts } from '../../lib/runtime/console-ports.ts';
import { consoleSettings } from '../../lib/runtime/console-settings.ts';
import { endpoint } from '../../lib/runtime/endpoint.ts';
import type { Person } from '../../lib/types/sign-in.ts';

const cookieFor = async (person: Person, sign_in: string): Promise<string> =>
  consoleCookie(person, sign_in, { key: await consoleSigningKey(), now: Math.floor(clock.now() / 1000) });

/** Called only by routes that require a signed-in person. */
const personOf = ({ person }: Pick<Call, 'person'>): NonNullable<Call['person']> => {
  if (person === undefined) throw new Error('The route takes another token than a person’s');
  return person;
};

const handlers: Readonly<Record<string, HttpHandler>> = {
  [beginSignIn.path]: endpoint(beginSignIn, undefined, async ({ query }) => {
    const { url, pending } = await begin({ ...identities(), clock }, query.return_to);
    return {
      redirect: url,
      cookies: [pendingCookie(pending, pendingFor, await consoleSigningKey())],
    };
  }),
  [finishSignIn.path]: endpoint(finishSignIn, undefined, async ({ query, cookies }) => {
    const pending = pendingIn(cookies, consoleSettings()?.keys ?? []) as PendingSignIn | undefined;
    const ports = { ...signInPorts(), ...identities() };
    const { person, sign_in, return_to } = await finish(ports, query, pending);
    return { redirect: return_to, cookies: [noPendingCookie, await cookieFor(person, sign_in)] };
  }),
  [refreshSignIn.path]: endpoint(refreshSignIn, renewSignInBody, async (call) => {
    const person = personOf(call);
    await renewSignIn(signInPorts(), { ...person, idle_s: call.body.idle_s ?? 0 });
    return { nothing: true, cookies: [await cookieFor(person, person.sign_in)] };
  }),
  [endSignIn.path]: endpoint(endSignIn, endSignInBody, async (call) => {
    await endSignIns(signInPorts(), { by: personOf(call), person: call.body.person });
    return { nothing: true, ...(call.body.person === undefined && { cookies: [noConsoleCookie] }) };
  }),
};

/** The console's sign-ins: every route of `lib/http/console-routes.ts`. Only this function reads the key that signs people's tokens. */
export const handler: HttpHandler = async (event, context) => {
  const handle = handlers[event.rawPath];
  if (handle === undefined) throw new Error('The gateway sent a call of another function');
  return withSignInPage(handle)(event, context);
};
