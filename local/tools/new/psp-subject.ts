import type { Name } from './name.ts';

/** The files of a subject for the contract suite, by their names. */
export const subjectFiles = (name: Name): Readonly<Record<string, string>> => ({
  [`${name.kebab}.ts`]: subject(name),
  [`${name.kebab}-codes.ts`]: codes(name),
  [`${name.kebab}-events.ts`]: events(name),
  [`${name.kebab}.test.ts`]: subjectTest(name),
});

const subject = ({
  snake,
  kebab,
  camel,
}: Name): string => `import { ${camel} } from '../../lib/psp/${snake}/${kebab}.ts';
import { readParticulars } from '../../lib/psp/${snake}/payment.ts';
import { ${camel}Codes, ${camel}EventNames } from './${kebab}-codes.ts';
import { ${camel}Webhooks } from './${kebab}-events.ts';
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
    document: '${snake}.openapi.json',
    sources: [], // not written yet: where the document comes from
    authentication: notWritten('authentication'),
    idempotency: { keyOf: notWritten('keyOf'), max_length: 64 },
  },
  examination: { paths: {}, answers: () => [], settings: [] }, // not written yet: what the doctor asks and misses
  hasEffect: notWritten('hasEffect'),
  wireAmount: notWritten('wireAmount'),
  psp_token: 'not written yet',
  return_params: {},
  play: notWritten('play'),
  playOperation: notWritten('playOperation'),
  errorBody: notWritten('errorBody'),
  operations: { capture: 'succeeded', cancel: 'succeeded', refund: 'succeeded' }, // not written yet
  codes: ${camel}Codes,
  event_names: ${camel}EventNames,
  readParticulars,
  amounts: { section: null, at_least: 1 },
  webhooks: ${camel}Webhooks,
};
`;

const codes = ({
  snake,
  camel,
  pascal,
}: Name): string => `import { errorOutcomes } from '../../lib/psp/${snake}/error-outcomes.ts';
import { eventsRead } from '../../lib/psp/${snake}/read-webhook.ts';
import { nameless } from './code-meanings.ts';
import type { PspSubject, PublishedCodes } from './psp-subject.ts';

const errorCodes: PublishedCodes = { source: 'not written yet', as_of: 'not written yet', codes: [] };

export const ${camel}Codes: PspSubject['codes'] = {
  published: nameless(errorCodes.codes),
  means: {}, // not written yet
  generic_decline: 'not written yet',
  insists_on_authentication: 'not written yet',
  tables: [{ name: '${pascal}, error codes', lines: errorOutcomes, published: [errorCodes] }],
};

export const ${camel}EventNames: PspSubject['event_names'] = {
  read: eventsRead,
  needed: { '': eventsRead },
  published: { source: 'not written yet', as_of: 'not written yet', codes: [] },
  unread: {},
};
`;

const events = ({ snake, camel }: Name): string => `import type { PspSubject } from './psp-subject.ts';

const notWritten = (part: string) => (): never => {
  throw new Error(\`the events of ${snake}: \${part} has to be written first\`);
};

export const ${camel}Webhooks: PspSubject['webhooks'] = {
  events: [],
  tamper: notWritten('tamper'),
  unsign: notWritten('unsign'),
};
`;

const subjectTest = ({ kebab, camel }: Name): string => `import { describePsp } from './describe-psp.ts';
import { ${camel}Subject } from './${kebab}.ts';

describePsp(${camel}Subject);
`;
