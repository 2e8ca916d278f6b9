import { examples } from '../examples/examples.ts';
import { buildDocument } from '../openapi/build-document.ts';
import type { JsonSchema, OpenApiDocument } from '../openapi/open-api-document.ts';
import { requestSchemas } from '../openapi/request-schemas.ts';
import { type RouteOperation, routeOperations } from '../openapi/route-operations.ts';
import { sharedSchemas } from '../openapi/shared-schemas.ts';
import { fields, typeOf, values } from './fields.ts';
import { inline, paragraphs } from './html.ts';
import { method, operationSection } from './operation-section.ts';
import { page } from './page.ts';

/** The reference of the API: every operation with its examples, then every object. */
export const referencePage = (): string => {
  const document = buildDocument();
  const operations = routeOperations();
  const objects = objectsOf(document, operations);
  return page({
    title: 'Payment routing: API reference',
    contents: contents(document, operations, objects),
    main: `<section id="start"><h1>${document.info.title} API</h1><p class="lead">${inline(document.info.summary)}</p>
${paragraphs(document.info.description)}
<p>Every answer on this page was given by the running service; a test asks again.</p></section>
${document.tags.map((tag) => tagSection(tag, operations, document)).join('')}
<section id="objects"><h2>Objects</h2>${objects.map(([name, schema]) => objectSection(name, schema)).join('')}</section>`,
  });
};

const tagId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const tagSection = (
  { name, description }: OpenApiDocument['tags'][number],
  operations: readonly RouteOperation[],
  document: OpenApiDocument,
): string => {
  const played = examples();
  const sections = operations
    .filter(({ text }) => text.tag === name)
    .map((operation) =>
      operationSection(
        operation,
        played.filter((example) => example.operation === operation.id),
        document,
      ),
    );
  return `<section id="${tagId(name)}"><h2>${name}</h2><p class="lead">${inline(description)}</p>${sections.join('')}</section>`;
};

/** Bodies are shown with their operations, errors on their own page. */
const objectsOf = (
  { components }: OpenApiDocument,
  operations: readonly RouteOperation[],
): readonly (readonly [string, JsonSchema])[] => {
  const bodies = operations.map(({ text }) => text.body?.name);
  return Object.entries(components.schemas)
    .filter(([name, { properties }]) => !bodies.includes(name) && !properties?.doc_url)
    .sort(([a], [b]) => (a < b ? -1 : 1));
};

const objectSection = (name: string, schema: JsonSchema): string =>
  `<section id="${name}" class="object"><h3>${name}</h3><p>${inline(schema.description ?? '')}</p>${
    schema.properties
      ? fields(schema, name in requestSchemas || name in sharedSchemas ? 'required' : 'optional')
      : `<p>${typeOf(schema)}</p>${values(schema)}`
  }</section>`;

const contents = (
  { tags }: OpenApiDocument,
  operations: readonly RouteOperation[],
  objects: readonly (readonly [string, JsonSchema])[],
): string => {
  const links = tags.map(
    ({ name }) =>
      `<h2><a href="#${tagId(name)}">${name}</a></h2><ul>${operations
        .filter(({ text }) => text.tag === name)
        .map(({ id, route, text }) => `<li><a href="#${id}">${text.summary}${method(route.method)}</a></li>`)
        .join('')}</ul>`,
  );
  const named = objects.map(([name]) => `<li><a href="#${name}">${name}</a></li>`);
  return `${links.join('')}<h2><a href="#objects">Objects</a></h2><ul>${named.join('')}</ul>`;
};
