import type { Name } from './name.ts';

export const subject = ({
  snake,
  kebab,
  camel,
}: Name): string => `import { ${camel} } from '../../lib/psp/${snake}/${kebab}.ts';
import type { PspSubject } from './psp-subject.ts';

const notWritten = (part: string) => (): never => {
  throw new Error(\`the subject ${snake}: \${part} has to be written first\`);
};

export const ${camel}Subject: PspSubject = {
  name: '${snake}',
  adapter: ${camel},
  account: {
    base_url: 'https://api.${kebab}.invalid', // not written yet
    settings: {},
    webhook_secrets: ['secret_of_today', 'secret_of_yesterday'],
  },
  specification: {
    document: '${snake}.openapi.json', // not written yet: its source in test/tools/spec-sources.ts
    authentication: notWritten('authentication'),
    idempotency: { keyOf: notWritten('keyOf'), max_length: 64 },
  },
  hasEffect: notWritten('hasEffect'),
  wireAmount: notWritten('wireAmount'),
  psp_token: 'not written yet',
  return_params: {},
  play: notWritten('play'),
  playOperation: notWritten('playOperation'),
  errorBody: notWritten('errorBody'),
  operations: { capture: 'succeeded', cancel: 'succeeded', refund: 'succeeded' }, // not written yet
  codes: { published: [], means: {}, generic_decline: 'not written yet' }, // not written yet: as test/conformance/published keeps them
  amounts: { section: null, at_least: 1 },
  webhooks: { events: [], tamper: notWritten('tamper'), unsign: notWritten('unsign') },
};
`;

export const subjectTest = ({
  kebab,
  camel,
}: Name): string => `import { describePsp } from './describe-psp.ts';
import { ${camel}Subject } from './${kebab}-subject.ts';

describePsp(${camel}Subject);
`;
