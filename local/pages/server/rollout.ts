import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoState, Payment, PublishedRule, RuleCheck } from '../model.ts';
import { type CallService, expectOk, PageProblem } from './call-service.ts';

export type Rollout = {
  /** Why the rule could not be published as it is, or null if it could; changes nothing. */
  readonly check: (rule: object) => Promise<RuleCheck>;
  readonly publish: (rule: object) => Promise<PublishedRule>;
  /** Makes a new version with the content of version `to`. Rejects if `version` is no longer in force. */
  readonly takeBack: (asked: Readonly<Record<string, unknown>>) => Promise<PublishedRule>;
  /** `published`: the newest version, whoever published it. If it has not been seen in force yet, it is followed from here on. */
  readonly state: (published: number) => Pick<DemoState, 'rollout' | 'in_force'>;
  /** Reports a version that routed a session. */
  readonly saw: (version: number) => void;
};

const probe_ms = 500;
const patience_ms = 60_000;

/**
 * Publishes a rule and finds out when it comes into force the only way that a merchant could: by creating sessions until the new version routes one.
 * `call` makes calls that a person asked for, `watch` all others.
 */
export const createRollout = (call: CallService, watch: CallService): Rollout => {
  let rollout: DemoState['rollout'] = null;
  let in_force = 0;

  const probe = async (): Promise<number> => {
    const session = expectOk<Payment>(
      await watch('POST', '/v1/checkout/sessions', {
        amount: 100,
        currency: 'eur',
        success_url: 'https://shop.example/probe',
      }),
    );
    if (session.routing.arm !== 'candidate') in_force = Math.max(in_force, session.routing.version);
    return in_force;
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
    check: async (rule) => {
      try {
        expectOk(await watch('POST', '/v1/routing/rules', { ...rule, dry_run: true }));
        return { problem: null };
      } catch (error) {
        // To find a mistake is what the page asked for: it is an answer, and no error in the browser's console.
        if (error instanceof PageProblem && error.status < 500) return { problem: error.message };
        throw error;
      }
    },
    publish: async (rule) => {
      const published = expectOk<PublishedRule & { readonly changed: boolean }>(
        await call('POST', '/v1/routing/rules', rule),
      );
      if (published.changed) void follow(published.version).catch(() => {});
      return published;
    },
    takeBack: async ({ to, version }) => {
      const published = expectOk<PublishedRule>(
        await call('POST', '/v1/routing/rules/default/rollback', { to }, Number(version)),
      );
      void follow(published.version).catch(() => {});
      return published;
    },
    state: (published) => {
      if (in_force === 0) in_force = published;
      if (published > in_force && published > (rollout?.version ?? 0)) void follow(published).catch(() => {});
      return { rollout, in_force };
    },
    saw: (version) => {
      in_force = Math.max(in_force, version);
    },
  };
};
