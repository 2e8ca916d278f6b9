import type { Change } from './change.ts';
import { inOrder } from './in-order.ts';
import { insertBefore } from './insert-before.ts';
import type { Name } from './name.ts';
import { adapterFiles } from './psp-adapter.ts';
import { simulatorFiles } from './psp-simulator.ts';
import { subjectFiles } from './psp-subject.ts';

/** An adapter, its simulator and its subject for the contract suite. */
export const newPsp = (name: Name): Change => {
  const { snake, kebab, camel, pascal } = name;
  return {
    created: {
      ...inFolder(`lib/psp/${snake}`, adapterFiles(name)),
      ...inFolder(`local/psp/${snake}`, simulatorFiles(name)),
      ...inFolder('test/conformance', subjectFiles(name)),
    },
    changed: {
      'lib/psp/registry.ts': (text) => `${text}export { ${exported(name)} } from './${snake}/${kebab}.ts';\n`,
      'lib/psp/examiners.ts': inOrder(
        insertBefore('', '\n/**', `import { examine${pascal} } from './${snake}/examine-account.ts';\n`),
        insertBefore('const examiners', '\n} as const', `\n  ${snake}: examine${pascal},`),
      ),
      'local/psp/simulators.ts': inOrder(
        insertBefore('', '\n/**', `import { ${camel} } from './${snake}/${kebab}.ts';\n`),
        insertBefore('const simulators', '];', `, ${camel}`),
      ),
      'test/conformance/subjects.ts': inOrder(
        insertBefore('', '\n/**', `import { ${camel}Subject } from './${kebab}.ts';\n`),
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
      'docs/psps.md': insertBefore('', '\n## Adding a PSP', `\n## ${pascal}\n\nNot written yet.\n`),
    },
    scripts: ['docs'],
    left: {
      [`test/unit/psp/${kebab}-payments.test.ts`]: 'what only its adapter does',
      [`test/integration/psp-simulators/${kebab}.test.ts`]: 'its adapter on its simulator, over real sockets',
      'local/psp/README.md': 'its test cards and tokens, and its column of faults',
      'docs/deploy.md': 'its base URL and what to enable',
      'README.md': 'its name in the sentence that lists the PSPs',
      'CHANGELOG.md': 'that it is there',
    },
  };
};

const inFolder = (
  folder: string,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));

const exported = ({ snake, camel }: Name): string => (snake === camel ? camel : `${camel} as ${snake}`);

const profile = ({ snake, camel }: Name): string => `
  // Not written yet: how it works beside what its capabilities say.
  ${snake}: {
    operations: 'synchronous',
    captures: 'once',
    names: 'both',
    capabilities: { ...${camel}, ...drawable },
  },`;
