import type { IncomingMessage, ServerResponse } from 'node:http';
import { defined } from '../../../lib/types/defined.ts';
import type { Journal } from './journal.ts';
import { alphanumeric, randomId } from './random-id.ts';

type Challenge = {
  readonly id: string;
  readonly payment: string;
  readonly decided?: { readonly approved: boolean; readonly location?: string };
};

export type ThreeDSecure = {
  /** Opens a challenge and returns the path of its page. */
  readonly open: (payment: string) => string;
  /** Answers a request for a challenge page; false for any other path. */
  readonly serve: (message: IncomingMessage, response: ServerResponse) => boolean;
  /** Decides the challenge at this address, as its page does. Returns where the browser goes next. */
  readonly pass: (url: string, approved: boolean) => string | undefined;
};

/** Below it are the pages of challenges. */
export const challengePath = '/_sim/3ds/';

/**
 * The issuer's page: `GET` shows two buttons, `GET` or `POST` with `?result=approve` or `?result=fail` decides, and redirects the customer back with
 * the PSP's own parameters. Deciding twice redirects to the same place and changes nothing. `inFrame`: any page may show it in a frame.
 */
export const createThreeDSecure = (
  journal: Journal,
  complete: (payment: string, approved: boolean) => string | undefined,
  inFrame = false,
): ThreeDSecure => {
  const page = showPage(inFrame ? policy : `${policy}; frame-ancestors 'none'`);
  const challenges = journal.collection<Challenge>('challenges');
  const decide = (challenge: Challenge, approved: boolean): Challenge => {
    if (challenge.decided !== undefined) return challenge;
    const location = complete(challenge.payment, approved);
    const decided = { ...challenge, decided: { approved, ...defined({ location }) } };
    challenges.put(challenge.id, decided);
    journal.flush();
    return decided;
  };
  return {
    open: (payment) => {
      const id = randomId(32, alphanumeric);
      challenges.put(id, { id, payment });
      return `${challengePath}${id}`;
    },
    pass: (url, approved) => {
      const challenge = challenges.get(new URL(url).pathname.slice(challengePath.length));
      return challenge && decide(challenge, approved).decided?.location;
    },
    serve: (message, response) => {
      const url = new URL(message.url ?? '/', 'http://psp.invalid');
      if (!url.pathname.startsWith(challengePath)) return false;
      message.resume();
      const challenge = challenges.get(url.pathname.slice(challengePath.length));
      const result = url.searchParams.get('result');
      if (challenge === undefined)
        page(response, 404, '<p>This link is out of date. Go back to the shop.</p>');
      else if (result === null) page(response, 200, buttons);
      else if (result !== 'approve' && result !== 'fail')
        page(response, 400, '<p><code>result</code> must be <code>approve</code> or <code>fail</code>.</p>');
      else sendBack(response, decide(challenge, result === 'approve'), page);
      return true;
    },
  };
};

const sendBack = (response: ServerResponse, { decided }: Challenge, page: ShowPage) => {
  if (decided?.location === undefined) return page(response, 200, '<p>Done. You can close this page.</p>');
  response.writeHead(303, { location: decided.location, 'content-length': 0 });
  response.end();
};

const buttons = `<p>A shop wants to charge your card. Is it you who is paying?</p>
<div><form method="post" action="?result=approve"><button class="primary">Approve</button></form>
<form method="post" action="?result=fail"><button>Fail</button></form></div>
<p><small>In real life this is your bank's page, and it asks for a code or its app.</small></p>`;

type ShowPage = (response: ServerResponse, status: number, content: string) => void;

const policy = "default-src 'none'; style-src 'unsafe-inline'";

const showPage =
  (csp: string): ShowPage =>
  (response, status, content) => {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': csp,
      'cache-control': 'no-store',
    });
    response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>3-D Secure (simulated)</title>
<style>${style}</style></head><body><main><h1>Your bank <span>simulated</span></h1>${content}</main></body></html>`);
  };

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; background: light-dark(#f4f5f8, #0e1015); }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; color: light-dark(#15181f, #eef0f4); }
main { max-width: 26rem; margin: 1rem; padding: 1.5rem 2rem; border-radius: 16px; border: 1px solid light-dark(#dfe3ea, #2c313d); background: light-dark(#fff, #171a21); }
h1 { font-size: 1.25rem; margin: 0; }
h1 span { font-size: .8rem; font-weight: 500; padding: .15rem .6rem; border-radius: 99px; background: light-dark(#fdf1dc, #362a12); color: light-dark(#875400, #f4c063); }
div { display: flex; gap: .5rem; }
button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; border-radius: 10px; border: 1px solid light-dark(#878f9f, #6d7689); background: none; color: inherit; cursor: pointer; }
.primary { background: light-dark(#3451d1, #8ea5ff); color: light-dark(#fff, #0f1430); border-color: transparent; }
small { color: light-dark(#545c6b, #a5aebf); }`;
