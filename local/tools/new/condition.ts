import type { Change } from './change.ts';
import { inOrder } from './in-order.ts';
import { insertBefore } from './insert-before.ts';
import type { Name } from './name.ts';

/** An override's condition that lists values; a payment has one of them. */
export const newCondition = ({ snake }: Name): Change => ({
  created: {},
  changed: {
    'lib/types/routing.ts': inOrder(
      refuseKnown(snake),
      insertBefore('type OverrideCondition = {', '\n};', `\n  readonly ${snake}?: readonly string[];`),
    ),
    'lib/routing/conditions/conditions.ts': insertBefore(
      'const conditions = {',
      '\n} satisfies',
      entry(snake),
    ),
    'local/docs/words/condition-words.ts': insertBefore(
      'const conditionWords = {',
      '\n} satisfies',
      `\n  ${snake}: 'Not written yet.',`,
    ),
    'test/unit/routing/condition-samples.ts': insertBefore('const conditionSamples', '\n};', samples(snake)),
  },
  scripts: ['openapi', 'docs'],
  left: {},
});

const refuseKnown =
  (key: string) =>
  (text: string): string => {
    if (text.includes(`readonly ${key}?:`)) throw new Error(`there is a condition ${key} already.`);
    return text;
  };

const entry = (key: string): string => `
  ${key}: listCondition({
    entry: z.string('expected a value: not written yet'),
    what: 'values',
    // A fact that no payment has had so far is added to RouteFacts.
    fact: () => {
      throw new Error('${key}: fact is not written yet');
    },
  }),`;

const samples = (key: string): string => `
  ${key}: {
    narrow: ['not written yet'],
    wide: ['not written yet', 'another'],
    met: {},
    missed: {},
  },`;
