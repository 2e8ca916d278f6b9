import { describe, expect, test } from '@jest/globals';
import { backupAlarms } from '../../infra/alarms/backups.ts';
import { paymentAlarms } from '../../infra/alarms/payment-alarms.ts';
import { deploymentAlarms, platformAlarms } from '../../infra/alarms/platform-alarms.ts';
import type { Watched } from '../../infra/alarms/watched.ts';
import { severities } from '../../infra/base/severities.ts';
import { type Environment, environments } from '../../infra/environments.ts';
import { readPage } from '../docs/read-blocks.ts';

/** The alarms of an environment, without the resources that they watch. */
const alarmsOf = (environment: Environment): readonly string[] => {
  const watched = {
    api: { ref: 'api' },
    deadLetters: { metricApproximateNumberOfMessagesVisible: () => ({}) },
  };
  return [
    ...paymentAlarms(environment).map(({ id }) => id),
    ...deploymentAlarms(environment).map(({ id }) => id),
    ...platformAlarms(environment, watched as unknown as Watched).map(({ id }) => id),
    ...backupAlarms(environment).map(({ id }) => id),
    ...(environment.rules_watch_minutes > 0 ? ['rules-without-psp'] : []),
  ];
};
const sorted = (ids: Iterable<string>): readonly string[] => [...new Set(ids)].toSorted();
const copied = { copy_to: 'arn:aws:backup:eu-central-1:444455556666:backup-vault:payments', kept_days: 35 };
const ofVaults = Object.keys(severities).filter((id) => id.startsWith('vault-'));

describe('the severities', () => {
  test('are one for each alarm of prod and of a vault, and of nothing else', () => {
    const prod = { ...environments.prod, backup: copied };
    expect(sorted([...alarmsOf(prod), ...ofVaults])).toEqual(sorted(Object.keys(severities)));
  });

  test('are what the table in the runbook says, with the environments that have each alarm', () => {
    const { dev, staging, prod } = environments;
    expect(sorted(alarmsOf(staging))).toEqual(sorted(alarmsOf(prod)));
    const placeOf = (id: string) => {
      if (ofVaults.includes(id)) return 'vaults';
      if (alarmsOf(dev).includes(id)) return 'everywhere';
      return alarmsOf(prod).includes(id) ? 'staging, prod' : 'with `backup`';
    };
    const rows = [
      ...readPage('docs/operate.md').matchAll(/^\| (page|ticket) \| ([^|]+) \| ([^|]+) \|$/gm),
    ].flatMap(([, severity, place, links = '']) =>
      [...links.matchAll(/\[([a-z-]+)\]\(([^)]*)\)/g)].map(([, id = '', link]) => [
        id,
        [link, severity, place],
      ]),
    );
    const expected = Object.entries(severities).map(([id, severity]) => [
      id,
      [`${ofVaults.includes(id) ? 'vault.md' : ''}#${id}`, severity, placeOf(id)],
    ]);
    expect(rows).toHaveLength(expected.length);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
  });

  test('are what each alarm’s own section says', () => {
    const said = ['docs/operate.md', 'docs/vault.md'].flatMap((page) =>
      [...readPage(page).matchAll(/^### ([a-z-]+)\n\n\*\*(Page|Ticket)\.\*\* \*\*Means\./gm)].map(
        ([, id = '', severity = '']) => [id, severity.toLowerCase()],
      ),
    );
    expect(said).toHaveLength(Object.keys(severities).length);
    expect(Object.fromEntries(said)).toEqual(severities);
  });

  test('wake nobody for what recovery mends, for one merchant’s endpoint, or for what one charge needs', () => {
    const asleep = ['needs-review', 'late-effect', 'recovery-failed', 'record-parked'];
    for (const id of asleep) expect(severities[id as keyof typeof severities]).toBe('ticket');
  });
});
