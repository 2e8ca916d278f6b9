import { AppConfigClient } from '@aws-sdk/client-appconfig';
import { createControlPlane } from '../config/create-control-plane.ts';
import type { DeployingPorts } from '../config/publisher-ports.ts';
import { publicationAnswer } from '../http/render-rule.ts';
import type { Account } from '../types/capabilities.ts';
import type { Report } from '../types/ports.ts';
import { appConfigIds } from './app-config-ids.ts';
import { awsSettings, lean } from './aws-settings.ts';
import { clock } from './clock.ts';
import { required } from './environment.ts';
import { ruleVersions } from './rule-versions.ts';

/** The ports for publishing rules. Separate from the reader, so that no other bundle contains AppConfig's control plane. */
export const deployingPorts = (report: Report): DeployingPorts => {
  control ??= createControlPlane(createAppConfigClient(), {
    ...appConfigIds(),
    strategy: required('APPCONFIG_STRATEGY'),
  });
  return { control, versions: ruleVersions(), clock, report, render: publicationAnswer };
};

/** The same for rules that may name these accounts. */
export const publisherPorts = (accounts: readonly Account[], report: Report) => ({
  ...deployingPorts(report),
  accounts,
});

/** Retries are safe: a call that fails on its own effect is recognised or refused with 409. */
export const createAppConfigClient = (): AppConfigClient =>
  lean(
    new AppConfigClient({
      ...awsSettings('APPCONFIG'),
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: 1_000,
        requestTimeout: 3_000,
        throwOnRequestTimeout: true,
        socketTimeout: 3_000,
      },
    }),
  );

let control: DeployingPorts['control'] | undefined;
