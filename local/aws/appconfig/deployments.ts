import { defined } from '../../../lib/types/defined.ts';
import type { WireAnswer, WireRequest } from '../wire.ts';
import { findVersion } from './hosted-versions.ts';
import { page } from './page.ts';
import {
  appConfigIds,
  badRequest,
  conflict,
  type Deployment,
  isInProgress,
  notFound,
  type Store,
} from './state.ts';

/** Documented: how long after its completion a deployment may be reverted. */
const revertWindowMs = 72 * 3_600_000;

/** The event AppConfig sends a Lambda validator; a throw refuses the configuration. */
export type ValidatorEvent = {
  readonly applicationId: string;
  readonly configurationProfileId: string;
  readonly configurationVersion: string;
  /** Base64. */
  readonly content: string;
  readonly uri: string;
};
export type Validator = (event: ValidatorEvent) => Promise<void>;

type StartRequest = {
  readonly DeploymentStrategyId?: string;
  readonly ConfigurationProfileId?: string;
  readonly ConfigurationVersion?: string;
  readonly Description?: string;
  readonly LatestDeploymentNumber?: number;
};

/** One deployment at a time per environment, including its validation. */
export const createDeployer = (store: Store, validate: Validator | undefined) => {
  let validating = false;
  return async (request: WireRequest): Promise<WireAnswer> => {
    const asked = readRequest(request.body);
    const version = findVersion(store, asked.ConfigurationVersion ?? '');
    if (validating || store.read().deployments.some(isInProgress))
      throw conflict('Another deployment is in progress in this environment');
    const newest = store.read().deployments.at(-1)?.number ?? 0;
    if (asked.LatestDeploymentNumber !== undefined && asked.LatestDeploymentNumber !== newest)
      throw conflict(`The latest deployment is ${newest}, not ${asked.LatestDeploymentNumber}`);
    validating = true;
    try {
      await validate?.(toValidatorEvent(version));
    } catch (error) {
      throw invalidConfiguration(error);
    } finally {
      validating = false;
    }
    return { status: 201, body: toJson(store, deploy(store, version.number, described(asked))) };
  };
};

/** Deploys without calling a validator or waiting for another deployment. `since`: when it began; in the past if it is already complete. */
export const deploy = (
  store: Store,
  version: number,
  { description, since = store.now() }: { readonly description?: string; readonly since?: number } = {},
): Deployment => {
  const state = store.read();
  const number = (state.deployments.at(-1)?.number ?? 0) + 1;
  const started: Deployment = { number, version, state: 'DEPLOYING', description, started: since };
  store.write({ ...state, deployments: [...state.deployments, started] });
  return findDeployment(store, String(number));
};

export const getDeployment = (store: Store, number: string): WireAnswer => ({
  status: 200,
  body: toJson(store, findDeployment(store, number)),
});

export const listDeployments = (store: Store, query: URLSearchParams): WireAnswer =>
  page(
    store
      .read()
      .deployments.toReversed()
      .map((deployment) => toSummary(store, deployment)),
    query,
  );

/**
 * Rolls back a running deployment; with `Allow-Revert`, also a completed one. AppConfig's reference allows it without that only for a deployment that is
 * `DEPLOYING`, its guide for any in progress: the stricter of the two is what a caller can rely on.
 */
export const stopDeployment = (store: Store, number: string, { headers }: WireRequest): WireAnswer => {
  const deployment = findDeployment(store, number);
  const allowRevert = headers['allow-revert'] === 'true';
  const revertible = store.now() - (deployment.completed ?? 0) <= revertWindowMs;
  const mayStop: Partial<Record<Deployment['state'], boolean>> = {
    DEPLOYING: true,
    BAKING: allowRevert,
    COMPLETE: allowRevert && revertible,
  };
  if (!mayStop[deployment.state])
    throw badRequest(`Deployment ${number} is ${deployment.state} and cannot be stopped`);
  const state = store.read();
  const now = store.now();
  const stopped: Deployment =
    deployment.state === 'COMPLETE'
      ? { ...deployment, state: 'REVERTED', completed: now }
      : { ...deployment, state: 'ROLLING_BACK', stopped: now };
  const deployments = state.deployments.map((one) => (one.number === stopped.number ? stopped : one));
  store.write({ ...state, deployments });
  return { status: 202, body: toJson(store, findDeployment(store, number)) };
};

const findDeployment = (store: Store, number: string): Deployment => {
  const deployment = store.read().deployments.find((one) => String(one.number) === number);
  if (!deployment) throw notFound(`Deployment ${number}`);
  return deployment;
};

const described = ({ Description }: StartRequest) => defined({ description: Description });

const readRequest = (body: Buffer): StartRequest => {
  const asked: StartRequest = parse(body);
  if (asked.ConfigurationProfileId !== appConfigIds.profile) throw notFound('Configuration profile');
  if (asked.DeploymentStrategyId !== appConfigIds.strategy) throw notFound('Deployment strategy');
  return asked;
};

const parse = (body: Buffer): StartRequest => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw badRequest('The body is not JSON');
  }
};

const invalidConfiguration = (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  return badRequest(`Error invoking Lambda validator: ${reason}`, {
    Reason: 'InvalidConfiguration',
    Details: { InvalidConfiguration: [{ Type: 'LAMBDA', Reason: reason }] },
  });
};

const toValidatorEvent = ({
  number,
  content,
}: {
  readonly number: number;
  readonly content: string;
}): ValidatorEvent => ({
  applicationId: appConfigIds.application,
  configurationProfileId: appConfigIds.profile,
  configurationVersion: String(number),
  content,
  uri: 'hosted',
});

const toSummary = (
  { strategy }: Store,
  { number, version, state, description, started, completed }: Deployment,
) => ({
  DeploymentNumber: number,
  ConfigurationProfileId: appConfigIds.profile,
  ConfigurationName: 'routing-rules',
  ConfigurationVersion: String(version),
  Description: description,
  DeploymentDurationInMinutes: 0,
  GrowthType: 'LINEAR',
  GrowthFactor: 100,
  FinalBakeTimeInMinutes: strategy.watchMs / 60_000,
  State: state,
  PercentageComplete: 100,
  StartedAt: new Date(started).toISOString(),
  CompletedAt: completed === undefined ? undefined : new Date(completed).toISOString(),
});

const toJson = (store: Store, deployment: Deployment): string =>
  JSON.stringify({
    ApplicationId: appConfigIds.application,
    EnvironmentId: appConfigIds.environment,
    DeploymentStrategyId: appConfigIds.strategy,
    ConfigurationLocationUri: 'hosted',
    ...toSummary(store, deployment),
    EventLog: toEvents(deployment),
  });

/** Newest first. */
const toEvents = ({ state, started, completed }: Deployment) => [
  ...(completed === undefined
    ? []
    : [event(state === 'COMPLETE' ? 'DEPLOYMENT_COMPLETED' : 'ROLLBACK_COMPLETED', completed)]),
  event('DEPLOYMENT_STARTED', started),
];

const event = (EventType: string, at: number) => ({
  EventType,
  TriggeredBy: 'USER',
  OccurredAt: new Date(at).toISOString(),
});
