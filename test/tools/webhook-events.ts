import { pspName } from '../../clients/console/src/psp-name.ts';
import { subjects } from '../conformance/subjects.ts';

/** The events that each account needs, as a list in Markdown. */
export const webhookEventList = (): string =>
  Object.values(subjects)
    .map(
      ({ name, event_names }) =>
        `* **${pspName(name)}**: ${Object.entries(event_names.needed).map(sentence).join('; ')}`,
    )
    .join('\n');

const sentence = ([sort, events]: readonly [string, readonly string[]]): string => {
  const names = events.map((name) => `\`${name}\``).join(', ');
  return sort === '' ? names : `${sort} ${names}`;
};
