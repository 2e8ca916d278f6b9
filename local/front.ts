import { hash, randomBytes } from 'node:crypto';
import { originSecretHeader } from '../lib/http/came-through-front.ts';
import { clientAddressHeader } from '../lib/http/client-address.ts';

const proof = randomBytes(48).toString('base64url');

/** What this machine's gateway adds to every request, as the distribution in front of a deployed one does; a caller's own values are overwritten. */
export const frontHeaders = (address: string): Readonly<Record<string, string>> => ({
  [originSecretHeader]: proof,
  [clientAddressHeader]: address,
});

/** Its digest, which functions know. */
export const frontProof: string = hash('sha256', proof);
