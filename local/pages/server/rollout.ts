import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsoleState, Payment, PublishedRule } from '../model.ts';
import { type CallService, expectOk } from './call-service.ts';

export type Rollout = {
  readonly publish: (rule: object) => Promise<PublishedRule>;
  readonly state: () => Pick<ConsoleState, 'rollout' | 'in_force'>;
  /** A version that some session was routed by. */
  readonly saw: (version: number) => void;
};

const probe_ms = 500;
const patience_ms = 60_000;

/**
 * Publishes a rule and finds out when it is in force the only way a merchant could: by creating sessions until one is routed by the new version.
 */
export const createRollout = (call: CallService): Rollout => {
  let rollout: ConsoleState['rollout'] = null;
  let in_force = 0;

  const probe = async (): Promise<number> => {
    const session = expectOk<Payment>(
      await call('POST', '/v1/checkout/sessions', {
        amount: 100,
        currency: 'eur',
        success_url: 'https://shop.example/probe',
      }),
    );
    in_force = Math.max(in_force, session.routing.version);
    return session.routing.version;
  };
  const follow = async (version: number): Promise<void> => {
    const started = Date.now();
    rollout = { version, started, in_force_after_ms: null };
    while (Date.now() - started < patience_ms && rollout.version === version) {
      if ((await probe()) >= version) {
        if (rollout.version === version)
          rollout = { version, started, in_force_after_ms: Date.now() - started };
        return;
      }
      await sleep(probe_ms, undefined, { ref: false });
    }
  };

  return {
    publish: async (rule) => {
      const published = expectOk<PublishedRule & { readonly changed: boolean }>(
        await call('POST', '/v1/routing/rules', rule),
      );
      if (published.changed) void follow(published.version).catch(() => {});
      return published;
    },
    state: () => ({ rollout, in_force }),
    saw: (version) => {
      in_force = Math.max(in_force, version);
    },
  };
};
