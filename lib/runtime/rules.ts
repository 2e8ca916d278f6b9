import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { AppConfigDataClient } from '@aws-sdk/client-appconfigdata';
import { type ConfigurationSource, createConfigurationSource } from '../config/configuration-source.ts';
import { createRulesReader } from '../config/create-rules-reader.ts';
import { createSharedSource } from '../config/shared-source.ts';
import { createSharedSessions } from '../storage/shared-sessions.ts';
import type { Log, RulesReader } from '../types/ports.ts';
import { appConfigIds } from './app-config-ids.ts';
import { awsSettings, trimClient } from './aws-settings.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { newId } from './new-id.ts';

/** The rules in force, through one reader per process. It reports through the latest call; what it reports before any call goes to the first. */
export const rules = (log?: Log): RulesReader => {
  if (log) {
    latestLog = log;
    for (const event of early.splice(0)) log(event);
  }
  reader ??= createRulesReader({
    source: configurationSource(),
    clock,
    log: (event) => latestLog(event),
  });
  return reader;
};

/** Shared with the other processes of the function, if the function may write the table for it (`infra/function-needs.ts`). */
const configurationSource = (): ConfigurationSource => {
  const source = createConfigurationSource(createAppConfigDataClient(), appConfigIds());
  if (process.env.TABLE_CONFIGURATION === undefined) return source;
  const sessions = createSharedSessions(storage());
  return createSharedSource(source, { sessions, clock, newClaim: () => newId('req') });
};

/**
 * One attempt with short limits: the reader retries. Polls are at least 15 s apart, and an environment may freeze in between, so no socket is kept:
 * the next poll would fail on a dead one.
 */
export const createAppConfigDataClient = (): AppConfigDataClient =>
  trimClient(
    new AppConfigDataClient({
      ...awsSettings('APPCONFIGDATA'),
      maxAttempts: 1,
      requestHandler: {
        httpAgent: new HttpAgent({ keepAlive: false }),
        httpsAgent: new HttpsAgent({ keepAlive: false }),
        connectionTimeout: 500,
        requestTimeout: 1_500,
        throwOnRequestTimeout: true,
        socketTimeout: 1_500,
      },
    }),
  );

let reader: RulesReader | undefined;
const early: Parameters<Log>[0][] = [];
let latestLog: Log = (event) => early.push(event);
