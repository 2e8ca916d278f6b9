import { fileURLToPath } from 'node:url';
import { bundleText } from '../support/bundle.ts';
import type { RecordedCall } from '../support/recorded-calls.ts';

const services: Readonly<Record<string, string>> = {
  dynamodb: import.meta.resolve('./services/dynamodb.ts'),
  secretsmanager: import.meta.resolve('./services/secretsmanager.ts'),
  appconfigdata: import.meta.resolve('./services/appconfigdata.ts'),
  appconfig: import.meta.resolve('./services/appconfig.ts'),
  stripe: import.meta.resolve('./services/stripe.ts'),
};

/**
 * Bundles a handler that makes these calls one after another with the bare clients and does nothing else: what a function with them costs before it
 * has a line of its own. It holds only the clients it needs. Gives the event that it is called with.
 */
export const bundleSameCalls = (calls: readonly RecordedCall[], outfile: string): unknown => {
  const used = [...new Set(calls.map(({ service }) => service))];
  const imports = used.map((service) => {
    const file = services[service];
    if (file === undefined) throw new Error(`a function calls ${service}, which has no counterpart by hand`);
    return `import { call as ${service} } from ${JSON.stringify(fileURLToPath(file))};`;
  });
  const text = `${imports.join('\n')}
const services = { ${used.join(', ')} };
export const handler = async ({ calls }) => {
  for (const { service, operation } of calls) await services[service](operation);
  return { statusCode: 200 };
};`;
  bundleText(text, outfile, 'plain');
  return { calls };
};
