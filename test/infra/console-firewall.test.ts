import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { routeKey, stageLimits } from '../../infra/api/stage-limits.ts';
import { consoleWebAcl } from '../../infra/api/web-acl.ts';
import { environments } from '../../infra/environments.ts';
import { beginSignIn, refreshSignIn } from '../../lib/http/console-routes.ts';
import { evaluateWebAcl, type Rule } from './evaluate-web-acl.ts';
import { loneStack } from './lone-stack.ts';

const rules = (): readonly Rule[] => {
  const stack = loneStack('edge');
  consoleWebAcl(stack);
  const [acl] = Object.values(Template.fromStack(stack).findResources('AWS::WAFv2::WebACL'));
  return acl?.Properties.Rules;
};

const limitsOf = (path: string) => evaluateWebAcl(rules(), { method: 'GET', path }).countedBy;

describe('the console’s firewall', () => {
  test.each(['/v1/console/login', '/v1/console/callback', '/v1/console/log%69n'])(
    'leaves others most of the sign-ins that the stage takes: %s',
    (path) => {
      const console = { domain: undefined } as never;
      const { RouteSettings } = stageLimits({ ...environments.prod, console });
      const { ThrottlingRateLimit = 0 } = RouteSettings[routeKey(beginSignIn)] ?? {};
      expect(limitsOf(path)['sign-ins']).toBeLessThanOrEqual((ThrottlingRateLimit * 300) / 4);
    },
  );

  test('limits what signed-in people call only as an office', () => {
    expect(limitsOf(refreshSignIn.path)).toEqual({ office: 5_000 });
    expect(limitsOf('/v1/charges')).toEqual({ office: 5_000 });
  });
});
