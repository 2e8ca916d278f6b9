import { withoutToken } from '../../lib/http/console-routes.ts';
import {
  approveRoutingRuleVersion,
  completeAuthentication,
  createExport,
  deleteRoutingRule,
  type Route,
  receivePspWebhook,
  updateRoutingRules,
} from '../../lib/http/routes.ts';
import type { Environment, Throttle } from '../environments.ts';

/** As API Gateway's `UpdateStage` and CloudFormation call them. */
type Limit = { readonly ThrottlingRateLimit: number; readonly ThrottlingBurstLimit: number };

export type StageLimits = {
  /** Of every route that has none of its own. */
  readonly DefaultRouteSettings: Limit;
  readonly RouteSettings: Readonly<Record<string, Limit>>;
};

/**
 * People make these now and then; each is work for minutes, or for AppConfig. A stranger uses such a limit up with a call a second, so what takes a
 * change back has none.
 */
const rare = [createExport, updateRoutingRules, deleteRoutingRule, approveRoutingRuleVersion];

/** How many calls the stage takes. Routes that need no key have limits of their own, so that a stranger cannot use up those of the customers. */
export const stageLimits = ({
  throttle,
  console,
}: Pick<Environment, 'console'> & {
  readonly throttle: Omit<Environment['throttle'], 'reduced'>;
}): StageLimits => ({
  DefaultRouteSettings: limit(throttle.all_routes),
  RouteSettings: {
    ...Object.fromEntries(rare.map((route) => [routeKey(route), limit(throttle.publishing)])),
    [routeKey(receivePspWebhook)]: limit(throttle.webhooks),
    [routeKey(completeAuthentication)]: limit(throttle.returns),
    ...(console &&
      Object.fromEntries(withoutToken.map((route) => [routeKey(route), limit(throttle.unknown_routes)]))),
    $default: limit(throttle.unknown_routes),
  },
});

/** The same while the alarm `calls-refused` rings. What PSPs send, and customers on their way back from one, is not limited further. */
export const reducedLimits = ({
  throttle,
  ...site
}: Pick<Environment, 'throttle' | 'console'>): StageLimits =>
  stageLimits({ ...site, throttle: { ...throttle, all_routes: throttle.reduced } });

export const routeKey = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

const limit = ({ rate, burst }: Throttle): Limit => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});
