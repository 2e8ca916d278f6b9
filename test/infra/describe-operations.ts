import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { backupAlarms } from '../../infra/alarms/backups.ts';
import { type AlarmId, severities } from '../../infra/base/severities.ts';
import { environments } from '../../infra/environments.ts';
import { eventMetrics } from '../../lib/types/event-metrics.ts';
import { type Assembly, resourcesOf } from './assembly.ts';

const root = new URL('../..', import.meta.url).pathname;

/** All code that runs in a function. */
const sources = (): string =>
  ['lib', 'functions', 'infra/packaged']
    .flatMap((folder) =>
      (readdirSync(join(root, folder), { recursive: true }) as string[]).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('event-metrics.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

/** Looked up by hand, in a month in which there are any, or alarmed where there is a vault. */
const logged: readonly string[] = [
  'dispute',
  'psp_not_configured',
  'vault_card_in_answer',
  'vault_failed',
  'vault_refused',
  'card_not_sent',
  'vault_many_cards',
  'vault_alike_cards',
];

/** Alarms, dashboard, runbook and metrics tell of the same things. */
export const describeOperations = (synthesized: () => Assembly): void =>
  describe('alarms, dashboard and runbook', () => {
    let assembly: Assembly;
    let alarms: readonly Readonly<Record<string, unknown>>[];

    beforeAll(() => {
      assembly = synthesized();
      alarms = resourcesOf(assembly.stacks.payments, 'AWS::CloudWatch::Alarm').map(
        ([, { Properties }]) => Properties,
      );
    });

    const linked = (): readonly string[] =>
      [
        ...new Set(
          alarms.map(({ AlarmDescription }) => String(AlarmDescription).split('docs/operate.md#')[1] ?? ''),
        ),
      ].toSorted();

    /** Of what an environment may ask for, and prod does not. */
    const optional = backupAlarms({ ...environments.prod, backup: { copy_to: '', kept_days: 1 } }).map(
      ({ id }) => id,
    );

    test('every alarm has a page in the runbook, and every page an alarm', () => {
      const headings = [...readFileSync(join(root, 'docs/operate.md'), 'utf8').matchAll(/^### (.+)$/gm)].map(
        ([, id]) => id,
      );
      expect([...new Set([...linked(), ...optional])].toSorted()).toEqual(headings.toSorted());
    });

    test('every page says what it means, what to look at and what to do', () => {
      const pages = readFileSync(join(root, 'docs/operate.md'), 'utf8').split(/^### /m).slice(1);
      for (const page of pages) for (const part of ['**Look at.**', '**Do.**']) expect(page).toContain(part);
    });

    test('every alarm goes to the topic of its severity, and says there when it is over', () => {
      const topics = new Map(
        resourcesOf(assembly.stacks.payments, 'AWS::SNS::Topic').map(([id, { Properties }]) => [
          id,
          Properties.TopicName,
        ]),
      );
      for (const { AlarmName, AlarmDescription, AlarmActions, OKActions } of alarms) {
        const id = String(AlarmDescription).split('#')[1] as AlarmId;
        const [{ Ref }, ...others] = AlarmActions as { readonly Ref: string }[] & [{ readonly Ref: string }];
        expect([AlarmName, topics.get(Ref), others]).toEqual([
          AlarmName,
          `payments-prod-${severities[id]}`,
          // This one also acts.
          id === 'calls-refused' ? [{ 'Fn::GetAtt': [expect.stringMatching(/^limitcalls/), 'Arn'] }] : [],
        ]);
        expect(OKActions).toEqual(AlarmActions);
      }
    });

    test('no alarm counts errors or refused starts of functions that are not this environment’s', () => {
      const metrics = alarms.flatMap(({ Metrics, ...one }) =>
        Array.isArray(Metrics) ? Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) : [one],
      );
      const ofLambda = metrics.filter(({ Namespace }) => Namespace === 'AWS/Lambda');
      expect(ofLambda.length).toBeGreaterThan(5);
      // The account's limit is what all its functions share.
      for (const { MetricName, Dimensions } of ofLambda)
        if (MetricName !== 'ConcurrentExecutions')
          expect([MetricName, Dimensions]).toEqual([
            MetricName,
            [{ Name: 'FunctionName', Value: expect.stringMatching(/^payments-prod-/) }],
          ]);
    });

    test('only alarms and budgets of the same account may publish to a topic', () => {
      const policies = resourcesOf(assembly.stacks.payments, 'AWS::SNS::TopicPolicy');
      expect(policies).toHaveLength(2);
      type Statement = {
        readonly Principal: { readonly Service?: string | readonly string[] };
        readonly Condition?: unknown;
      };
      for (const [, { Properties }] of policies) {
        const { Statement } = Properties.PolicyDocument as { readonly Statement: readonly Statement[] };
        const services = Statement.filter(({ Principal }) => Principal.Service !== undefined);
        expect(services.flatMap(({ Principal }) => Principal.Service).toSorted()).toEqual([
          'budgets.amazonaws.com',
          'cloudwatch.amazonaws.com',
        ]);
        for (const { Condition } of services)
          expect(Condition).toEqual({ StringEquals: { 'aws:SourceAccount': expect.anything() } });
      }
    });

    /** Metric names with their dimension names, wherever alarms and dashboard use the functions' own namespace. */
    const used = (): ReadonlyMap<string, ReadonlySet<string>> => {
      const found = new Map<string, Set<string>>();
      const note = (name: string, dimensions: readonly string[]): void => {
        found.set(name, (found.get(name) ?? new Set()).add(dimensions.toSorted().join()));
      };
      const walk = (value: unknown): void => {
        if (Array.isArray(value)) {
          if (value[0] === 'Payments/prod') {
            const dimensions = value.slice(2).filter((part) => typeof part === 'string');
            note(
              String(value[1]),
              dimensions.filter((_, index) => index % 2 === 0),
            );
          }
          value.forEach(walk);
        } else if (typeof value === 'object' && value !== null) {
          const { Namespace, MetricName, Dimensions } = value as {
            Namespace?: string;
            MetricName?: string;
            Dimensions?: readonly { readonly Name: string }[];
          };
          if (Namespace === 'Payments/prod')
            note(
              String(MetricName),
              (Dimensions ?? []).map(({ Name }) => Name),
            );
          Object.values(value).forEach(walk);
        }
      };
      alarms.forEach(walk);
      const [dashboard] = resourcesOf(assembly.stacks.payments, 'AWS::CloudWatch::Dashboard');
      const body = dashboard?.[1].Properties.DashboardBody as { 'Fn::Join': [string, unknown[]] };
      walk(
        JSON.parse(body['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'token')).join('')),
      );
      return found;
    };

    test('the dashboard shows the state of every alarm', () => {
      const [dashboard] = resourcesOf(assembly.stacks.payments, 'AWS::CloudWatch::Dashboard');
      const body = JSON.stringify(dashboard?.[1].Properties);
      const ids = resourcesOf(assembly.stacks.payments, 'AWS::CloudWatch::Alarm').map(([id]) => id);
      expect(ids.filter((id) => !body.includes(`"Fn::GetAtt":["${id}","Arn"]`))).toEqual([]);
    });

    test('the dashboard shows planned shares, attempted shares and open charges for each account', () => {
      const metrics = used();
      for (const name of ['session_planned', 'attempt_ms']) expect(metrics.get(name)).toContain('psp');
      for (const name of ['open_charges', 'open_charges_oldest_ms']) expect(metrics.get(name)).toContain('');
    });

    test('the metrics they use are those that the functions write, split in the same way, and none is unused', () => {
      const all: readonly { readonly name: string; readonly dimensions: readonly string[] }[] =
        Object.values(eventMetrics).flat();
      const written = new Map(all.map(({ name, dimensions }) => [name, dimensions.toSorted().join()]));
      const shown = new Map([...used()].map(([name, splits]) => [name, [...splits].join('|')]));
      expect([...shown].toSorted()).toEqual(
        [...written].filter(([name]) => !logged.includes(name)).toSorted(),
      );
    });

    test('every event that is a metric is reported somewhere', () => {
      // `capture`, `cancel` and `refund` are reported under the name of the operation.
      const named = (event: string) => sources().includes(`'${event}'`);
      expect(Object.keys(eventMetrics).filter((event) => !named(event))).toEqual([]);
    });
  });
