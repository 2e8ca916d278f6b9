import type { ControlPlane, Deployment, DeploymentStart } from '../../../lib/config/control-plane.ts';
import { ApiError } from '../../../lib/types/api-error.ts';

type Version = {
  readonly number: number;
  readonly content: string;
  readonly published_ms: number | undefined;
};

/** AppConfig's control plane as far as publishing goes: locks, one deployment at a time, numbers that deleted versions leave unused. */
export const fakeControlPlane = () => {
  let versions: Version[] = [];
  let deployments: Deployment[] = [];
  let last = 0;
  let starts: Pick<Deployment, 'state' | 'watched_until'> = { state: 'active' };
  /** How often a deployment that is being rolled back is still listed as such. */
  let looks = 1;
  let stopFault: ((effect: () => void) => void) | undefined;
  const stopped: number[] = [];
  let deployFault: ((effect: () => DeploymentStart) => DeploymentStart) | undefined;
  const interleaved: Partial<Record<keyof ControlPlane, () => Promise<void>>> = {};
  const removed: number[] = [];
  /** Runs what a test put before one call of a method, once. */
  const before = async (method: keyof ControlPlane) => {
    const run = interleaved[method];
    delete interleaved[method];
    await run?.();
  };

  const deploy = (version: number, latest: number | undefined): DeploymentStart => {
    if (deployments.some(({ state }) => state === 'deploying' || state === 'rolling_back'))
      return { outcome: 'conflict' };
    if (latest !== deployments[0]?.number) return { outcome: 'conflict' };
    const deployment: Deployment = { number: (deployments[0]?.number ?? 0) + 1, version, ...starts };
    deployments = [deployment, ...deployments];
    return { outcome: 'started', deployment };
  };
  const settle = (number: number, state: Deployment['state']) => {
    deployments = deployments.map((one) =>
      one.number === number ? { number, version: one.version, state } : one,
    );
  };
  const stop = (number: number) => {
    const found = deployments.find((one) => one.number === number);
    const inForce = found?.state === 'active' || found?.watched_until !== undefined;
    if (!inForce) throw new ApiError('internal', `deployment ${number} cannot be stopped`);
    settle(number, found.state === 'active' ? 'rolled_back' : 'rolling_back');
  };
  const control: ControlPlane = {
    deployments: async () => {
      await before('deployments');
      const ofRules = deployments;
      for (const { number, state } of ofRules)
        if (state === 'rolling_back' && --looks < 0) settle(number, 'rolled_back');
      return { latest: deployments[0]?.number, ofRules };
    },
    versions: async () => {
      await before('versions');
      return versions.map(({ number, published_ms }) => ({ number, published_ms }));
    },
    content: async (number) => {
      await before('content');
      const found = versions.find((version) => version.number === number);
      if (found === undefined) throw new Error(`no version ${number}`);
      return found.content;
    },
    create: async (content, latest, published_ms) => {
      await before('create');
      if (latest !== versions[0]?.number) return 'conflict';
      versions = [{ number: ++last, content, published_ms }, ...versions];
      return last;
    },
    deploy: async (version, latest) => {
      await before('deploy');
      const fault = deployFault;
      deployFault = undefined;
      return fault === undefined ? deploy(version, latest) : fault(() => deploy(version, latest));
    },
    remove: async (number) => {
      await before('remove');
      removed.push(number);
      versions = versions.filter((version) => version.number !== number);
    },
    stop: async (number) => {
      await before('stop');
      stopped.push(number);
      const fault = stopFault;
      stopFault = undefined;
      return fault === undefined ? stop(number) : fault(() => stop(number));
    },
  };
  return {
    control,
    removed,
    stopped,
    interleaved,
    numbers: () => versions.map(({ number }) => number),
    deployments: () => deployments,
    /** The document of the newest deployment that was not rolled back. */
    inForce: () => {
      const standing = deployments.find(({ state }) => state === 'active' || state === 'deploying');
      const found = versions.find(({ number }) => number === standing?.version);
      return found === undefined ? undefined : JSON.parse(found.content);
    },
    /** A version made outside of publishing, deployed or not. */
    plant: (
      content: string,
      options: { readonly published_ms?: number; readonly deployed?: boolean } = {},
    ) => {
      versions = [{ number: ++last, content, published_ms: options.published_ms }, ...versions];
      if (options.deployed !== false) deploy(last, deployments[0]?.number);
      return last;
    },
    settle,
    startAs: (state: Deployment['state'], watched_until?: number) => {
      starts = { state, ...(watched_until !== undefined && { watched_until }) };
    },
    /** It takes this many looks until a stopped deployment is rolled back. */
    rollBackAfter: (many: number) => {
      looks = many;
    },
    onStop: (fault: (effect: () => void) => void) => {
      stopFault = fault;
    },
    onDeploy: (fault: (effect: () => DeploymentStart) => DeploymentStart) => {
      deployFault = fault;
    },
  };
};
