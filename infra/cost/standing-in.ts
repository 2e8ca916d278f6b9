import { probeName } from '../base/probe-name.ts';
import type { Standing } from './idle-month.ts';

type Resource = {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
};
export type Template = { readonly Resources?: Readonly<Record<string, Resource>> };

/** Counts the resources that are billed monthly in an environment's templates. */
export const standingIn = (templates: readonly Template[]): Standing => {
  const of = (type: string): readonly Readonly<Record<string, unknown>>[] =>
    templates.flatMap(({ Resources = {} }) =>
      Object.values(Resources).flatMap(({ Type, Properties = {} }) => (Type === type ? [Properties] : [])),
    );
  const dashboards = of('AWS::CloudWatch::Dashboard');
  const firewalls = of('AWS::WAFv2::WebACL');
  return {
    keys: of('AWS::KMS::Key').length,
    secrets: of('AWS::SecretsManager::Secret').length,
    firewalls: firewalls.length,
    firewall_rules: firewalls.reduce((sum, { Rules }) => sum + (Rules as readonly unknown[]).length, 0),
    alarm_metrics: of('AWS::CloudWatch::Alarm').reduce(
      (sum, properties) => sum + metricsUnder(properties),
      0,
    ),
    dashboards: dashboards.length,
    dashboard_metrics: Math.max(0, ...dashboards.map(({ DashboardBody }) => metricsShown(DashboardBody))),
    probes: of('AWS::Lambda::Function').filter(({ FunctionName }) =>
      String(FunctionName).endsWith(`-${probeName}`),
    ).length,
    synthetic: {
      minutes: Math.max(0, ...of('AWS::Scheduler::Schedule').map(minutesBetween)),
      kind: of('AWS::Lambda::Function').some(takesCards) ? 'paid' : 'expired',
    },
  };
};

const metricsUnder = ({ Metrics }: Readonly<Record<string, unknown>>): number =>
  Array.isArray(Metrics) ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1;

/** Recovery, every minute, is calculated separately. */
const minutesBetween = ({ ScheduleExpression }: Readonly<Record<string, unknown>>): number =>
  Number(/^rate\((\d+) minutes\)$/.exec(String(ScheduleExpression))?.[1] ?? 0);

/** Read from the function that makes the payments: it alone has both variables. */
const takesCards = ({ Environment }: Readonly<Record<string, unknown>>): boolean => {
  const { Variables = {} } = (Environment ?? {}) as {
    readonly Variables?: Readonly<Record<string, unknown>>;
  };
  return Variables.MODE === 'test' && Variables.CARD_CAPTURE === 'on';
};

/** Every metric of every graph, even if several show it; an expression is not a metric. */
const metricsShown = (body: unknown): number => {
  const { widgets } = JSON.parse(joined(body)) as {
    readonly widgets: readonly { readonly properties: { readonly metrics?: readonly unknown[][] } }[];
  };
  return widgets
    .flatMap(({ properties: { metrics = [] } }) => metrics)
    .filter(([first]) => typeof first === 'string').length;
};

const joined = (body: unknown): string => {
  const parts = (body as { readonly 'Fn::Join'?: readonly [string, readonly unknown[]] })['Fn::Join']?.[1];
  return parts ? parts.map((part) => (typeof part === 'string' ? part : 'reference')).join('') : String(body);
};
