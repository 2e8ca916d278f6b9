import type { AskAppConfig } from '../config/ask-app-config.ts';
import { createControlPlane } from '../config/create-control-plane.ts';
import type { DeployingPorts } from '../config/publisher-ports.ts';
import { publicationResponse } from '../http/render-rule.ts';
import type { Account } from '../types/capabilities.ts';
import type { Log } from '../types/ports.ts';
import { appConfigIds } from './app-config-ids.ts';
import { clock } from './clock.ts';
import { requireVariable } from './environment.ts';
import { ruleVersions } from './rule-versions.ts';
import { callWithRetries } from './signed-call.ts';

/** Separate from the reader, so that no other bundle contains AppConfig's control plane. */
export const deployingPorts = (log: Log): DeployingPorts => {
  control ??= createControlPlane(askAppConfig, {
    ...appConfigIds(),
    strategy: requireVariable('APPCONFIG_STRATEGY'),
  });
  return { control, versions: ruleVersions(), clock, log: log, render: publicationResponse };
};

/** The same, for rules that may use these accounts. */
export const publisherPorts = (accounts: readonly Account[], log: Log) => ({
  ...deployingPorts(log),
  accounts,
});

/** A retry is safe: if the first try took effect, the second is recognised or refused with 409. */
export const askAppConfig: AskAppConfig = (request) =>
  callWithRetries({ service: 'appconfig', headers: {}, ...request }, [100]);

let control: DeployingPorts['control'] | undefined;
