import { describe, expect, test } from '@jest/globals';
import { together } from '../../infra/cost/cost-line.ts';
import { idleMonth } from '../../infra/cost/idle-month.ts';
import { prices } from '../../infra/cost/prices.ts';
import { standing } from '../../infra/cost/standing.ts';
import { standingIn } from '../../infra/cost/standing-in.ts';
import type { Environment } from '../../infra/environments.ts';
import type { Assembly } from './assembly.ts';

/** Dollars a month without traffic, in full cents. */
const most: Readonly<Record<string, number>> = { dev: 1.25, staging: 5, prod: 5.61 };

export const describeCost = (environment: Environment, synthesized: () => Assembly): void =>
  describe('the bill', () => {
    test('is computed from the templates, and stays below its goal', () => {
      const found = standingIn(Object.values(synthesized().stacks));
      expect(found).toEqual(standing[environment.name as keyof typeof standing]);
      const dollars = Number(together(idleMonth(found)).toFixed(2));
      expect(dollars).toBeLessThanOrEqual(most[environment.name] ?? 0);
    });

    test('has at most a dollar of an idle month for reporting, listing and delivering events', () => {
      const resources = Object.values(synthesized().stacks).flatMap(({ Resources = {} }) =>
        Object.values(Resources),
      );
      const named = resources.flatMap(({ Properties = {} }) => String(Properties.AlarmName));
      const alarms = named.filter((name) => /-(deliveries-late|events-late|record-parked)$/.test(name));
      expect(alarms).toHaveLength(environment.name === 'dev' ? 0 : 3);
      // Streams, their readers, tables and queues cost nothing while nobody pays: the timers look for what is due and what has expired.
      const lines = idleMonth(standing[environment.name as keyof typeof standing]);
      const timers = lines.filter(({ item }) => /^(Webhook timer|Recovery) reads$/.test(item));
      expect(timers).toHaveLength(2);
      expect(alarms.length * prices.alarm_metric_month + together(timers)).toBeLessThanOrEqual(1);
    });
  });
