import { createHash } from 'node:crypto';
import type { Card } from '../../../lib/types/card.ts';
import type { Attempt, AuthorizationResult, Call } from '../../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';

const key = 'simulated';
const merchant_account = 'Simulated';

/** What the vault knows of each PSP account of a world: all of them take cards as Adyen does. */
export const vaultAccount = (psp: string) => ({
  psp: 'adyen',
  base_url: baseUrlOf(psp),
  key_hashes: [createHash('sha256').update(key).digest('hex')],
  settings: { merchant_account },
});

export const baseUrlOf = (psp: string): string => `https://${psp}.example`;

/** An attempt as the adapter of a simulated PSP writes it. `note`: what somebody else has written. */
export const toRequest = (
  psp: string,
  attempt: Attempt,
  { card, challenge, note }: { readonly card: Card; readonly challenge: boolean; readonly note: string },
  { timeout_ms }: Call,
): HttpRequest => ({
  method: 'POST',
  url: `${baseUrlOf(psp)}/payments`,
  headers: {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-api-key': key,
    'idempotency-key': attempt.reference,
  },
  body: JSON.stringify({
    merchantAccount: merchant_account,
    attempt,
    challenge,
    note,
    paymentMethod: {
      type: 'scheme',
      number: card.number.reveal(),
      ...(card.cvc ? { cvc: card.cvc.reveal() } : {}),
    },
  } satisfies Body),
  timeout_ms,
});

type Body = {
  readonly merchantAccount: string;
  readonly attempt: Attempt;
  readonly challenge: boolean;
  readonly note: string;
  readonly paymentMethod: { readonly type: 'scheme'; readonly number: string; readonly cvc?: string };
};

/** What arrived at a simulated PSP, and at which. */
export const readRequest = ({ url, body = '' }: HttpRequest): Body & { readonly psp: string } => ({
  ...(JSON.parse(body) as Body),
  psp: new URL(url).hostname.replace('.example', ''),
});

export const toAnswer = (answer: AuthorizationResult): HttpResponse => ({
  kind: 'answered',
  status: 200,
  headers: {},
  body: JSON.stringify(answer),
});

/** What the adapter makes of an answer. */
export const readResponse = (answer: HttpResponse): AuthorizationResult => {
  switch (answer.kind) {
    case 'answered':
      return JSON.parse(answer.body) as AuthorizationResult;
    case 'not_sent':
      return { outcome: 'not_sent', code: answer.cause };
    case 'lost':
      return { outcome: 'unknown', doubt: answer.doubt };
    default:
      return answer satisfies never;
  }
};
