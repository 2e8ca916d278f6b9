import { collectCardBody } from '../../lib/contract/bodies/collect-card-body.ts';
import { collectCardRoute } from '../../lib/http/vault-routes.ts';
import { collectPorts, vaultSecret } from '../../lib/runtime/collect-ports.ts';
import { readAhead } from '../../lib/runtime/read-ahead.ts';
import { vaultEndpoint } from '../../lib/runtime/vault-endpoint.ts';
import { collectCard } from '../../lib/vault/collect-card.ts';
import { collectCvc } from '../../lib/vault/collect-cvc.ts';

readAhead(vaultSecret);

/** Takes a card from the frame, or the security code of a stored one, under the router's grant. */
export const handler = vaultEndpoint(collectCardRoute, collectCardBody, async ({ body, headers, log }) => {
  const [, grant] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const ports = collectPorts(log);
  const { card, cvc = '' } = body;
  const collected = await (card ? collectCard(ports, grant, card) : collectCvc(ports, grant, cvc));
  return { replay: { status: 201, body: JSON.stringify(collected) }, first: true };
});
