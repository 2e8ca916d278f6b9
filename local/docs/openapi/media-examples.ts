import type { ExampleValue, MediaType } from './open-api-document.ts';

/** Named examples of a body or an answer; empty if there are none. */
export const mediaExamples = (
  named: readonly (ExampleValue & { readonly name: string })[],
): Pick<MediaType, 'examples'> =>
  named.length === 0
    ? {}
    : { examples: Object.fromEntries(named.map(({ name, summary, value }) => [name, { summary, value }])) };
