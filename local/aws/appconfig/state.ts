import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readStored } from '../../support/read-stored.ts';
import { writeDurably } from '../../support/write-durably.ts';
import { AwsError } from '../aws-error.ts';

/** One application with one environment and one hosted profile, as the service has per environment. Ids have AppConfig's form. */
export const appConfigIds = {
  application: 'paymnts',
  environment: 'local01',
  profile: 'routing',
  strategy: 'instant',
} as const;

export type HostedVersion = {
  readonly number: number;
  /** Base64. */
  readonly content: string;
  readonly content_type: string;
  readonly description?: string | undefined;
  readonly label?: string | undefined;
};

type DeploymentState = 'DEPLOYING' | 'BAKING' | 'COMPLETE' | 'ROLLING_BACK' | 'ROLLED_BACK' | 'REVERTED';

/** Times are Unix milliseconds. */
export type Deployment = {
  readonly number: number;
  readonly version: number;
  readonly state: DeploymentState;
  readonly description?: string | undefined;
  readonly started: number;
  /** When somebody stopped it while it was in progress. */
  readonly stopped?: number;
  readonly completed?: number;
};

export type State = {
  /** Rises with each version and is never reused, even after a deletion. */
  readonly last_version: number;
  /** Both oldest first. */
  readonly versions: readonly HostedVersion[];
  readonly deployments: readonly Deployment[];
};

export type Store = {
  readonly read: () => State;
  /** If there is a file, writes to it before it returns. */
  readonly write: (state: State) => void;
  readonly now: () => number;
  readonly strategy: Strategy;
};

/** How long a deployment takes, how long it is watched then, and how long AppConfig needs to roll it back. */
export type Strategy = {
  readonly deploymentMs: number;
  readonly watchMs: number;
  readonly rollbackMs: number;
};

export const createStore = (dataDir: string | undefined, now: () => number, strategy: Strategy): Store => {
  const file = dataDir === undefined ? undefined : join(dataDir, 'appconfig.json');
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const stored = file === undefined ? undefined : readStored<State>(file);
  let state: State = stored ?? { last_version: 0, versions: [], deployments: [] };
  return {
    read: () => inTime(state, now(), strategy),
    write: (next) => {
      if (file !== undefined) writeDurably(file, JSON.stringify(next));
      state = next;
    },
    now,
    strategy,
  };
};

/** The deployment that clients get: growth is 100 % from the start, so a running one counts, and a rolled-back one does not. */
export const deploymentInForce = ({ deployments }: State): Deployment | undefined =>
  deployments.findLast(({ state }) => ['DEPLOYING', 'BAKING', 'COMPLETE'].includes(state));

/** No other may start meanwhile. */
export const isInProgress = ({ state }: Deployment): boolean =>
  ['DEPLOYING', 'BAKING', 'ROLLING_BACK'].includes(state);

export const notFound = (what: string): AwsError =>
  new AwsError('ResourceNotFoundException', 404, `${what} could not be found`);

export const badRequest = (message: string, fields: Readonly<Record<string, unknown>> = {}): AwsError =>
  new AwsError('BadRequestException', 400, message, fields);

export const conflict = (message: string): AwsError => new AwsError('ConflictException', 409, message);

const inTime = (state: State, now: number, strategy: Strategy): State => ({
  ...state,
  deployments: state.deployments.map((deployment) =>
    isInProgress(deployment) ? advanced(deployment, now, strategy) : deployment,
  ),
});

const advanced = (deployment: Deployment, now: number, strategy: Strategy): Deployment => {
  const { started, stopped } = deployment;
  if (stopped !== undefined) {
    const completed = stopped + strategy.rollbackMs;
    return now < completed ? deployment : { ...deployment, state: 'ROLLED_BACK', completed };
  }
  const watched = started + strategy.deploymentMs;
  const completed = watched + strategy.watchMs;
  if (now >= completed) return { ...deployment, state: 'COMPLETE', completed };
  return now >= watched ? { ...deployment, state: 'BAKING' } : deployment;
};
