import type { Change } from './change.ts';
import { inOrder } from './in-order.ts';
import { insertBefore } from './insert-before.ts';
import type { Name } from './name.ts';
import { adapter, capabilities } from './psp-adapter.ts';
import { simulator } from './psp-simulator.ts';
import { subject, subjectTest } from './psp-subject.ts';

/** An adapter, its simulator and its subject for the contract suite. */
export const newPsp = (name: Name): Change => {
  const { snake, kebab, camel, pascal } = name;
  return {
    created: {
      [`lib/psp/${snake}/${kebab}.ts`]: adapter(name),
      [`lib/psp/${snake}/capabilities.ts`]: capabilities,
      [`local/psp/${snake}/${kebab}.ts`]: simulator(name),
      [`test/conformance/${kebab}-subject.ts`]: subject(name),
      [`test/conformance/${kebab}.test.ts`]: subjectTest(name),
    },
    changed: {
      'lib/psp/registry.ts': (text) => `${text}export { ${exported(name)} } from './${snake}/${kebab}.ts';\n`,
      'local/psp/simulators.ts': inOrder(
        insertBefore('', '\n/** Every PSP', `import { ${camel} } from './${snake}/${kebab}.ts';\n`),
        insertBefore('const simulators', '];', `, ${camel}`),
      ),
      'test/conformance/subjects.ts': inOrder(
        insertBefore('', '\n/** Every PSP', `import { ${camel}Subject } from './${kebab}-subject.ts';\n`),
        insertBefore('const subjects', '\n} satisfies', `\n  ${snake}: ${camel}Subject,`),
      ),
      'test/simulation/psp/draw-profile.ts': inOrder(
        insertBefore(
          '',
          'import type { Account',
          `import { capabilities as ${camel} } from '../../../lib/psp/${snake}/capabilities.ts';\n`,
        ),
        insertBefore('const psps = {', '\n} as const', profile(name)),
      ),
      'test/tools/webhook-events.ts': insertBefore(
        'const webhookEvents',
        '\n};',
        `\n  ${snake}: { '': ['not written yet'] },`,
      ),
      'docs/psps.md': insertBefore('', '\n## Adding a PSP', `\n## ${pascal}\n\nNot written yet.\n`),
    },
    scripts: ['docs'],
    left: {
      'docs/testing.md': 'its test cards and tokens, and its column of faults',
      'docs/going-live.md': 'its base URL and settings',
      'test/tools/spec-sources.ts': 'where its official document comes from',
      'README.md': 'its name in the sentence that lists the PSPs',
      'CHANGELOG.md': 'that it is there',
    },
  };
};

const exported = ({ snake, camel }: Name): string => (snake === camel ? camel : `${camel} as ${snake}`);

const profile = ({ snake, camel }: Name): string => `
  // Not written yet: how it works beside what its capabilities say.
  ${snake}: {
    operations: 'synchronous',
    captures: 'once',
    names: 'both',
    capabilities: { ...${camel}, ...drawable },
  },`;
