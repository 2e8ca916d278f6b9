import type { AskAppConfig } from '../config/ask-app-config.ts';
import { createControlPlane } from '../config/create-control-plane.ts';
import type { DeployingPorts } from '../config/publisher-ports.ts';
import { publicationAnswer } from '../http/render-rule.ts';
import type { Account } from '../types/capabilities.ts';
import type { Report } from '../types/ports.ts';
import { appConfigIds } from './app-config-ids.ts';
import { clock } from './clock.ts';
import { required } from './environment.ts';
import { ruleVersions } from './rule-versions.ts';
import { insistentCall } from './signed-call.ts';

/** Separate from the reader, so that no other bundle contains AppConfig's control plane. */
export const deployingPorts = (report: Report): DeployingPorts => {
  control ??= createControlPlane(askAppConfig, {
    ...appConfigIds(),
    strategy: required('APPCONFIG_STRATEGY'),
  });
  return { control, versions: ruleVersions(), clock, report, render: publicationAnswer };
};

/** The same, for rules that may use these accounts. */
export const publisherPorts = (accounts: readonly Account[], report: Report) => ({
  ...deployingPorts(report),
  accounts,
});

/** A retry is safe: if the first try took effect, the second is recognised or refused with 409. */
export const askAppConfig: AskAppConfig = (request) =>
  insistentCall({ service: 'appconfig', headers: {}, ...request }, [100]);

let control: DeployingPorts['control'] | undefined;
