import type { HttpTransport } from '../../../lib/types/transport.ts';
import type { Forwarded, ForwardRequest, ManageRequest, Vault } from '../../../lib/vault-protocol/forward.ts';
import { slotsOf } from '../../../lib/vault-protocol/slots.ts';

export type ScriptedCard = { readonly number: string; readonly cvc: string };

export type ScriptedVault = Vault & {
  readonly forwarded: readonly ForwardRequest[];
  readonly managed: readonly ManageRequest[];
};

/**
 * A vault in this process: it splices one card and sends the request to the account's address. `meddle` comes first with each forward and may answer in
 * its place, having sent it or not.
 */
export const scriptedVault = (
  card: ScriptedCard,
  base_urls: Readonly<Record<string, string>>,
  http: HttpTransport,
  meddle: (
    request: ForwardRequest,
    send: () => Promise<Forwarded>,
  ) => Forwarded | undefined | Promise<Forwarded | undefined> = () => undefined,
): ScriptedVault => {
  const forwarded: ForwardRequest[] = [];
  const managed: ManageRequest[] = [];
  return {
    forwarded,
    managed,
    forward: async (request) => {
      forwarded.push(request);
      const { token, cvc_token, session, attempt, account, path, not_after, body = '', ...rest } = request;
      const send = () =>
        http({ ...rest, url: `${base_urls[account]}${path}`, body: splice(body, attempt, card) });
      return (await meddle(request, send)) ?? send();
    },
    manage: async (request) => {
      managed.push(request);
      return { kind: 'done' };
    },
  };
};

/** The body with the card where its slots stand: the number's exactly once, the code's at most once. */
const splice = (body: string, attempt: string, { number, cvc }: ScriptedCard): string => {
  const slots = slotsOf(attempt);
  const [numbers, codes] = [slots.number, slots.cvc].map((slot) => body.split(slot.reveal()).length - 1);
  if (numbers !== 1 || (codes ?? 0) > 1) throw new Error(`${numbers} numbers and ${codes} codes in a body`);
  return body.replace(slots.number.reveal(), number).replace(slots.cvc.reveal(), cvc);
};
