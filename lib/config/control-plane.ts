/**
 * The part of AppConfig that publishing needs. Methods reject with `ApiError('routing_unavailable')` if AppConfig does not respond or throttles, and
 * with `ApiError('internal')` if it refuses something it should not.
 */
export type ControlPlane = {
  readonly deployments: () => Promise<Deployments>;
  /** Newest first. */
  readonly versions: () => Promise<readonly HostedVersion[]>;
  readonly content: (version: number) => Promise<string>;
  /** The number of the new version, or `conflict` if `latest` is no longer the latest. */
  readonly create: (
    content: string,
    latest: number | undefined,
    published_ms: number,
  ) => Promise<number | 'conflict'>;
  readonly deploy: (version: number, latest_deployment: number | undefined) => Promise<DeploymentStart>;
  readonly remove: (version: number) => Promise<void>;
  /** Ends a deployment that AppConfig watches: the one before it comes back into force, which takes a while. */
  readonly stop: (deployment: number) => Promise<void>;
};

export type Deployments = {
  /** Number of the newest deployment in the environment, of any kind: the lock for starting the next. */
  readonly latest: number | undefined;
  /** Deployments of the rules, newest first, at least as far back as the newest that was not rolled back. Empty if their profile cannot be read. */
  readonly ofRules: readonly Deployment[];
};

export type Deployment = {
  readonly number: number;
  readonly version: number;
  readonly state: 'deploying' | 'active' | 'rolling_back' | 'rolled_back';
  /** It is in force, and AppConfig watches it until then (Unix milliseconds), before it counts as `active`. */
  readonly watched_until?: number;
};

/** `published_ms`: when this service created it; undefined if something else did. */
export type HostedVersion = { readonly number: number; readonly published_ms: number | undefined };

/** `refused` and `conflict` are definite: nothing was started. With `unknown`, it may have been. */
export type DeploymentStart =
  | { readonly outcome: 'started'; readonly deployment: Deployment }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'refused' | 'unknown'; readonly cause: unknown };
