import { AppConfigClient } from '@aws-sdk/client-appconfig';
import { createControlPlane } from '../config/create-control-plane.ts';
import type { PublisherPorts, PublishOptions } from '../config/publish-rule.ts';
import { updateRule } from '../config/update-rule.ts';
import type { Account } from '../types/capabilities.ts';
import type { Report } from '../types/ports.ts';
import type { Publication } from '../types/publication.ts';
import { appConfigIds } from './app-config-ids.ts';
import { awsSettings, lean } from './aws-settings.ts';
import { clock } from './clock.ts';
import { required } from './environment.ts';

/** Validates and publishes one rule, as a caller wrote it. Throws `ApiError`. */
export type RulesPublisher = (input: unknown, options: PublishOptions) => Promise<Publication>;

/** The publisher for rules that may name these accounts. Separate from the reader, so that no other bundle carries AppConfig's control plane. */
export const publisher = (accounts: readonly Account[], report: Report): RulesPublisher => {
  control ??= createControlPlane(createAppConfigClient(), {
    ...appConfigIds(),
    strategy: required('APPCONFIG_STRATEGY'),
  });
  const ports = { control, clock, report, accounts };
  return (input, options) => updateRule(ports, input, options);
};

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

let control: PublisherPorts['control'] | undefined;
