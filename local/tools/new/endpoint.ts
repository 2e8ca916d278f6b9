import type { Change } from './change.ts';
import { type Resource, resourceOf } from './endpoint-resource.ts';
import { inOrder } from './in-order.ts';
import { insertBefore } from './insert-before.ts';
import type { Name } from './name.ts';

/** An action on a charge or a session: one function, its route, its body's schema, its entry in the docs, its method in the server library. */
export const newEndpoint = (name: Name): Change => {
  const { kebab, camel, pascal } = name;
  const resource = resourceOf(name);
  const part = resource.client.split('.').at(-1);
  return {
    created: {
      [`functions/${kebab}.ts`]: handler(name),
      [`lib/http/schemas/${kebab}-body.ts`]: schema(name),
    },
    changed: {
      'lib/http/routes.ts': inOrder(
        insertBefore('', '\nexport const routes:', route(name, resource)),
        insertBefore('export const routes:', '];', `  ${camel},\n`),
      ),
      'infra/function-needs.ts': insertBefore('const functionNeeds:', '\n];', needs(name, resource)),
      [`local/docs/words/${resource.words}-operations.ts`]: inOrder(
        (text) => `import { ${camel}Body } from '../../../lib/http/schemas/${kebab}-body.ts';\n${text}`,
        insertBefore(`${resource.words}Operations = {`, '\n} as const', docs(name, resource)),
      ),
      'clients/server/src/create-client.ts': inOrder(
        insertBefore('import type {', '\n} from', `\n  ${pascal},`),
        insertBefore(`readonly ${part}: {`, `\n${resource.indent}};`, clientType(name, resource)),
        insertBefore(
          `\n  ${resource.indent}${part}: {`,
          `\n  ${resource.indent}},`,
          `\n${resource.verb}: (id, body, options) => send('${camel}', { path: { id }, body }, options),`,
        ),
      ),
      'test/clients/server/every-operation.test.ts': insertBefore(
        'const methodsOf',
        '\n  }) satisfies',
        `\n    ${camel}: client.${resource.client}.${resource.verb},`,
      ),
    },
    scripts: ['openapi'],
    left: {
      'test/infra/describe-least-privilege.ts': 'what its function may reach, written out a second time',
    },
  };
};

const handler = ({ kebab, camel }: Name): string => `import { endpoint } from '../lib/runtime/endpoint.ts';
import { ${camel} } from '../lib/http/routes.ts';
import { ${camel}Body } from '../lib/http/schemas/${kebab}-body.ts';

export const handler = endpoint(${camel}, ${camel}Body, async () => {
  // What it does is a use-case in lib/payments.
  throw new Error('${kebab} is not written yet');
});
`;

const schema = ({ camel }: Name): string => `import * as z from 'zod/mini';

// Not written yet: its fields.
export const ${camel}Body = z.strictObject({}, 'expected an object');
`;

const route = ({ kebab, camel }: Name, { path, verb, scope }: Resource): string => `
export const ${camel} = {
  method: 'POST',
  path: '${path}/${verb.replaceAll('_', '-')}',
  function: '${kebab}',
  token: 'api_key',
  scope: '${scope}',
  changes: true,
} as const satisfies Route;
`;

const clientType = ({ pascal }: Name, { verb, answer }: Resource): string => `
/** Not written yet: what it does. */
readonly ${verb}: (id: string, body: ${pascal}, options?: PostOptions) => Promise<${answer}>;`;

const needs = ({ kebab }: Name, { area }: Resource): string => `
  // Not written yet: the tables it reaches.
  { ...money, name: '${kebab}', area: '${area}', tables: apiKey },`;

const docs = ({ camel, pascal }: Name, { tag, answer }: Resource): string => `
  ${camel}: {
    tag: '${tag}',
    summary: 'Not written yet',
    description: 'Not written yet.',
    path,
    body: { name: '${pascal}', schema: ${camel}Body, words: { '': 'Not written yet.' } },
    answers: ['${answer}'],
    errors: ['resource_missing'],
  },`;
