import { checkoutComPaths, correctedCheckoutCom } from '../../conformance/checkout-com.ts';
import { type Paths, type Specification, specification } from '../../conformance/specification.ts';
import { readSpec } from '../../tools/specs.ts';
import type { PspClient } from './psp-client.ts';

export type PspName = 'stripe' | 'adyen' | 'checkout_com';

/** The PSPs' own documents; undefined where they are not at hand. */
export const documents = {
  stripe: readSpec('stripe.openapi.json'),
  adyen: readSpec('adyen.openapi.json'),
  adyenWebhooks: readSpec('adyen-webhooks.openapi.json') as { webhooks: Paths } | undefined,
  checkout_com: correctedCheckoutCom(readSpec('checkoutcom.openapi.json')),
};

/** Problems of every exchange with a PSP since `from`, in both directions: requests and answers that are not as specified. */
export const specProblems = (client: PspClient, psp: PspName, from = 0): readonly string[] => {
  const spec = specOf(client, psp);
  return (client.exchanges[psp] ?? []).slice(from).flatMap(({ request, answer }) => {
    const found = [...spec.requestProblems(request), ...spec.answerProblems(request, answer)];
    return found.map((problem) => `${request.method} ${request.url}: ${problem}`);
  });
};

/** Reading a document takes a while, so it is read once for a client. */
const known = new WeakMap<PspClient, Partial<Record<PspName, Specification>>>();

const specOf = (client: PspClient, psp: PspName): Specification => {
  const specs = known.get(client) ?? {};
  known.set(client, specs);
  specs[psp] ??= specification(
    documents[psp],
    client.simulators.urls[psp] ?? '',
    psp === 'checkout_com' ? { ...checkoutComPaths(), ...tokenPaths() } : {},
  );
  return specs[psp];
};

/** The kinds of token request hang on a discriminator, which JSON Schema does not know. */
const tokenPaths = (): Paths => {
  const { paths } = documents.checkout_com as { paths: Paths };
  const post = paths['/tokens']?.post;
  const schema = { $ref: '#/components/schemas/01_CardTokenRequest' };
  return post === undefined
    ? {}
    : { '/tokens': { post: { ...post, requestBody: { content: { 'application/json': { schema } } } } } };
};
