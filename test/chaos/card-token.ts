import type { Victim } from './victim.ts';

type Method = { readonly type: string };
type Offer = { readonly url: string; readonly grant: string };

const tries = 120;

/** The card as a customer's browser gives it to the vault: what pays then. Asked for until somebody answers, since service and vault die together. */
export const cardToken = async (
  { base_url }: Victim,
  { id, client_secret }: Readonly<Record<string, unknown>>,
  card: object,
): Promise<Method> => {
  let last: unknown;
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      const session = await json(`${base_url}/v1/checkout/sessions/${id}`, String(client_secret));
      const { url, grant } = session.vault as Offer;
      const { token, receipt } = await json(`${url}/v1/cards`, grant, { card });
      return { type: 'card_token', token, receipt } as Method;
    } catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  throw new Error(`No card was collected for ${id}.`, { cause: last });
};

const json = async (
  url: string,
  token: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<Readonly<Record<string, unknown>>>;
};
