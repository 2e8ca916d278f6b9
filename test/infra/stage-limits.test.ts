import { expect, test } from '@jest/globals';
import { routeKey, stageLimits } from '../../infra/api/stage-limits.ts';
import { environments } from '../../infra/environments.ts';
import { changeRollout, rollBackRoutingRule, switchRoutingPsp } from '../../lib/http/routes.ts';

test.each([rollBackRoutingRule, changeRollout, switchRoutingPsp])(
  'a stranger keeps nobody from taking a change back with a call a second: $path',
  (route) => {
    for (const environment of Object.values(environments))
      expect(Object.keys(stageLimits(environment).RouteSettings)).not.toContain(routeKey(route));
  },
);
