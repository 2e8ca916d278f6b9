import { describe, expect, test } from '@jest/globals';
import { together } from '../../infra/cost-line.ts';
import type { Environment } from '../../infra/environments.ts';
import { idleMonth } from '../../infra/idle-month.ts';
import { standing } from '../../infra/standing.ts';
import { standingIn } from '../../infra/standing-in.ts';
import type { Assembly } from './assembly.ts';

/** Dollars a month without traffic. */
const most: Readonly<Record<string, number>> = { dev: 1, staging: 2, prod: 6 };

export const describeCost = (environment: Environment, synthesized: () => Assembly): void =>
  describe('the bill', () => {
    test('is reckoned with what the templates hold, and stays below its goal', () => {
      const found = standingIn(Object.values(synthesized().stacks));
      expect(found).toEqual(standing[environment.name as keyof typeof standing]);
      expect(together(idleMonth(found))).toBeLessThanOrEqual(most[environment.name] ?? 0);
    });
  });
