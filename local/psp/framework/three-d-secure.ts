import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal } from './journal.ts';
import { alphanumeric, randomId } from './random-id.ts';

type Challenge = {
  readonly id: string;
  readonly payment: string;
  readonly decided?: { readonly approved: boolean; readonly location?: string };
};

export type ThreeDSecure = {
  /** Opens a challenge and gives the path of its page. */
  readonly open: (payment: string) => string;
  /** Answers a request for a challenge page; false where the path is none. */
  readonly serve: (message: IncomingMessage, response: ServerResponse) => boolean;
};

const prefix = '/_sim/3ds/';

/**
 * The issuer's page: `GET` shows two buttons, `GET` or `POST` with `?result=approve` or `?result=fail` decides, and the customer is sent back with the
 * PSP's own parameters. Deciding twice sends back to the same place and changes nothing.
 */
export const createThreeDSecure = (
  journal: Journal,
  complete: (payment: string, approved: boolean) => string | undefined,
): ThreeDSecure => {
  const challenges = journal.collection<Challenge>('challenges');
  const decide = (challenge: Challenge, approved: boolean): Challenge => {
    if (challenge.decided !== undefined) return challenge;
    const location = complete(challenge.payment, approved);
    const decided = { ...challenge, decided: { approved, ...(location !== undefined && { location }) } };
    challenges.put(challenge.id, decided);
    journal.flush();
    return decided;
  };
  return {
    open: (payment) => {
      const id = randomId(32, alphanumeric);
      challenges.put(id, { id, payment });
      return `${prefix}${id}`;
    },
    serve: (message, response) => {
      const url = new URL(message.url ?? '/', 'http://psp.invalid');
      if (!url.pathname.startsWith(prefix)) return false;
      message.resume();
      const challenge = challenges.get(url.pathname.slice(prefix.length));
      const result = url.searchParams.get('result');
      if (challenge === undefined) page(response, 404, '<p>There is no such challenge.</p>');
      else if (result === null) page(response, 200, buttons);
      else if (result !== 'approve' && result !== 'fail')
        page(response, 400, '<p>result is approve or fail.</p>');
      else sendBack(response, decide(challenge, result === 'approve'));
      return true;
    },
  };
};

const sendBack = (response: ServerResponse, { decided }: Challenge) => {
  if (decided?.location === undefined) return page(response, 200, '<p>You may close this page.</p>');
  response.writeHead(303, { location: decided.location, 'content-length': 0 });
  response.end();
};

const buttons = `<p>Your bank asks: is this payment yours?</p>
<form method="post" action="?result=approve"><button>Approve</button></form>
<form method="post" action="?result=fail"><button>Fail</button></form>`;

const page = (response: ServerResponse, status: number, content: string): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>3-D Secure (simulated)</title><h1>3-D Secure (simulated)</h1>${content}</html>`,
  );
};
