import type { KeptBacktest } from '../types/backtest.ts';
import type { Account } from '../types/capabilities.ts';
import type { Clock, Log } from '../types/ports.ts';
import type { Publication } from '../types/publication.ts';
import type { RenderedResponse } from '../types/records.ts';
import type { RoutingRule } from '../types/routing.ts';
import type { RuleVersions } from '../types/rule-version.ts';
import type { ControlPlane } from './control-plane.ts';

export type DeployingPorts = {
  readonly control: ControlPlane;
  readonly versions: RuleVersions;
  readonly clock: Clock;
  readonly log: Log;
  /** The response stored under an idempotency key. */
  readonly render: (publication: Publication) => RenderedResponse;
};

export type PublisherPorts = DeployingPorts & {
  /** The accounts that a rule may use. */
  readonly accounts: readonly Account[];
  /** The backtest that a version of this content stores. */
  readonly backtestOf?: (rule: RoutingRule) => Promise<KeptBacktest | undefined>;
};
