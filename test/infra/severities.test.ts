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

  test('docs/operate.md names the alarms of dev; staging has those of prod', () => {
    const { dev, staging, prod } = environments;
    expect(sorted(alarmsOf(staging))).toEqual(sorted(alarmsOf(prod)));
    const [, few = ''] =
      /\n\nWith `alarms: 'few'` \(`dev`\), there are only (.+)\.\n\n/.exec(readPage('docs/operate.md')) ?? [];
    expect(sorted([...few.matchAll(/`([a-z-]+)`/g)].map(([, id = '']) => id))).toEqual(sorted(alarmsOf(dev)));
  });

  test('are what each alarm’s own section says', () => {
    const { prod } = environments;
    const placeOf = (id: string) =>
      ofVaults.includes(id) || alarmsOf(prod).includes(id) ? '' : ', with `backup`';
    const said = ['docs/operate.md', 'docs/vault.md'].flatMap((page) =>
      [...readPage(page).matchAll(/^### ([a-z-]+)\n\n\*\*(Page|Ticket)([^*]*)\.\*\* /gm)].map(
        ([, id = '', severity = '', place = '']) => [id, severity.toLowerCase() + place],
      ),
    );
    const expected = Object.entries(severities).map(([id, severity]) => [id, severity + placeOf(id)]);
    expect(said).toHaveLength(expected.length);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
  });

  test('wake nobody for what recovery mends, for one merchant’s endpoint, or for what one charge needs', () => {
    const asleep = ['needs-review', 'late-effect', 'recovery-failed', 'record-parked'];
    for (const id of asleep) expect(severities[id as keyof typeof severities]).toBe('ticket');
  });
});
