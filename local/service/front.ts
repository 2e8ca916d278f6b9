import { hash, randomBytes } from 'node:crypto';
import { originSecretHeader } from '../../lib/http/came-through-front.ts';
import { clientAddressHeader } from '../../lib/http/client-address.ts';

const proof = randomBytes(48).toString('base64url');
const proofOfConsole = randomBytes(48).toString('base64url');

type Asked = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawPath: string;
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
};

/**
 * What this machine's gateway adds to every request, as the distributions in front of a deployed one do; a caller's own values are overwritten. Here the
 * console has no address of its own: what its page asks for comes from its front.
 */
export const frontHeaders = (asked: Asked): Readonly<Record<string, string>> => ({
  [originSecretHeader]: isOfConsole(asked) ? proofOfConsole : proof,
  [clientAddressHeader]: asked.requestContext.http.sourceIp,
});

/** No page of another site can send the header: the gateway lets none in. */
const isOfConsole = ({ headers, rawPath }: Asked): boolean =>
  headers['x-requested-by'] === 'console' || rawPath.startsWith('/v1/console/');

/** Their digests, which functions know. */
export const frontProof: string = hash('sha256', proof);
export const consoleProof: string = hash('sha256', proofOfConsole);
