import { AwsError } from '../aws-error.ts';
import { type AwsServer, type AwsServerOptions, startAwsServer } from '../start-aws-server.ts';
import type { WireAnswer, WireRequest } from '../wire.ts';
import { createConfigurationSessions } from './configuration-sessions.ts';
import {
  createDeployer,
  deploy,
  getDeployment,
  listDeployments,
  stopDeployment,
  type Validator,
} from './deployments.ts';
import { createVersion, deleteVersion, getVersion, listVersions } from './hosted-versions.ts';
import { appConfigIds, createStore, notFound, type Store } from './state.ts';

export type AppConfigOptions = AwsServerOptions & {
  /** Keeps versions and deployments in `appconfig.json` there; in memory if undefined. */
  readonly dataDir?: string;
  /** Content of version 1, deployed if nothing is stored yet. */
  readonly seed?: string;
  /** How long a deployment is `DEPLOYING`, then `BAKING`, and how long it is `ROLLING_BACK` if it is stopped; 0, the default: no time. */
  readonly deploymentMs?: number;
  readonly watchMs?: number;
  readonly rollbackMs?: number;
  /** AppConfig's 15 s by default. */
  readonly minimumPollSeconds?: number;
  /** The profile's Lambda validator, called when a deployment starts. */
  readonly validate?: Validator;
  /** Unix milliseconds. */
  readonly now?: () => number;
};

export type AppConfig = AwsServer & {
  readonly ids: typeof appConfigIds;
  /** Puts a version in force without a validator; returns its number. */
  readonly plant: (content: string) => number;
};

/** AppConfig and AppConfig Data on one port, speaking the official clients' protocol: one application, environment, profile and strategy. */
export const startAppConfig = async (options: AppConfigOptions = {}): Promise<AppConfig> => {
  const { deploymentMs = 0, watchMs = 0, rollbackMs = 0 } = options;
  const strategy = { deploymentMs, watchMs, rollbackMs };
  const store = createStore(options.dataDir, options.now ?? Date.now, strategy);
  const plant = (content: string): number => put(store, content);
  if (options.seed !== undefined && store.read().last_version === 0) plant(options.seed);
  const server = await startAwsServer(createRouter(store, options), options);
  return { ...server, ids: appConfigIds, plant };
};

const put = (store: Store, content: string): number => {
  const state = store.read();
  const number = state.last_version + 1;
  const version = {
    number,
    content: Buffer.from(content).toString('base64'),
    content_type: 'application/json',
  };
  store.write({ ...state, last_version: number, versions: [...state.versions, version] });
  // As with the first rules of a deployed environment, which have their own strategy and are not watched.
  const { deploymentMs, watchMs } = store.strategy;
  deploy(store, number, { since: store.now() - deploymentMs - watchMs });
  return number;
};

const { application, environment, profile } = appConfigIds;
const versionsPath = `/applications/${application}/configurationprofiles/${profile}/hostedconfigurationversions`;
const deploymentsPath = `/applications/${application}/environments/${environment}/deployments`;

const createRouter = (store: Store, options: AppConfigOptions) => {
  const sessions = createConfigurationSessions(store, options.minimumPollSeconds ?? 15);
  const startDeployment = createDeployer(store, options.validate);
  return (request: WireRequest): WireAnswer | Promise<WireAnswer> => {
    const { collection, item } = split(request.path);
    switch (`${request.method} ${collection}${item === undefined ? '' : '/*'}`) {
      case 'POST /configurationsessions':
        return sessions.start(request);
      case 'GET /configuration':
        return sessions.getLatest(request);
      case `POST ${versionsPath}`:
        return createVersion(store, request);
      case `GET ${versionsPath}`:
        return listVersions(store, request.query);
      case `GET ${versionsPath}/*`:
        return getVersion(store, item ?? '');
      case `DELETE ${versionsPath}/*`:
        return deleteVersion(store, item ?? '');
      case `POST ${deploymentsPath}`:
        return startDeployment(request);
      case `GET ${deploymentsPath}`:
        return listDeployments(store, request.query);
      case `GET ${deploymentsPath}/*`:
        return getDeployment(store, item ?? '');
      case `DELETE ${deploymentsPath}/*`:
        return stopDeployment(store, item ?? '', request);
      default:
        throw request.path.startsWith('/applications/')
          ? notFound('The resource')
          : new AwsError(
              'UnknownOperationException',
              404,
              `${request.method} ${request.path} is not served here`,
            );
    }
  };
};

/** Splits a version or deployment number from the collection before it. */
const split = (path: string): { readonly collection: string; readonly item?: string } => {
  const [, collection, item] = /^(\/applications\/.+)\/(\d+)$/.exec(path) ?? [];
  return collection !== undefined && item !== undefined ? { collection, item } : { collection: path };
};
