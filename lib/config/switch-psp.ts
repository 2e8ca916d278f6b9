import { type EmptiedTargets, findEmptiedTargets } from '../routing/find-emptied-targets.ts';
import { ApiError } from '../types/api-error.ts';
import { actorOf } from '../types/audit-entry.ts';
import type { Account } from '../types/capabilities.ts';
import { didYouMean } from '../types/did-you-mean.ts';
import type { Clock, RulesReader } from '../types/ports.ts';
import { closedIn, type PspSwitch, type PspSwitches, type PspSwitchStore } from '../types/psp-switch.ts';
import type { RenderedResponse } from '../types/records.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { findStoredResponse } from '../types/seen-before.ts';

export type SwitchPorts = {
  readonly store: PspSwitchStore;
  readonly accounts: readonly Account[];
  /** Read only when an account is closed without `force`. */
  readonly rules: RulesReader;
  readonly clock: Pick<Clock, 'now'>;
  readonly request_id: string;
  readonly render: (psp: PspSwitch) => RenderedResponse;
};

export type SwitchCommand = Pick<PspSwitch, 'psp' | 'state' | 'note' | 'by'> & {
  /** The account's revision that the caller read. */
  readonly revision: number;
  /** Closes it even if a rule is left without a PSP. */
  readonly force: boolean;
  readonly idempotency?: Idempotency | undefined;
};

const max_rounds = 5;

/**
 * Opens or closes an account for new attempts. Throws `resource_missing`, `version_conflict`, `psp_required` (it is the last open one of a rule),
 * `routing_unavailable` and `storage_unavailable`.
 */
export const switchPsp = async (ports: SwitchPorts, command: SwitchCommand): Promise<Result> => {
  const { store, accounts } = ports;
  const { psp, idempotency } = command;
  for (let round = 0; round < max_rounds; round += 1) {
    const before = await findStoredResponse(store, idempotency);
    if (before) return before;
    refuseUnknown(psp, accounts);
    const found = await store.read();
    const next = await nextOf(ports, command, found);
    const response = ports.render(next);
    const written = await store.replace(
      found.rev,
      [...found.switches.filter((other) => other.psp !== psp), next],
      {
        remembered: idempotency && { key: idempotency.key, hash: idempotency.hash, answer: response },
        act: { actor: actorOf(next.by), request_id: ports.request_id, target: psp },
      },
    );
    if (written) return { replay: response, first: true };
  }
  throw new ApiError('storage_unavailable', 'Other calls are changing PSPs right now. Try again.', {
    retry_after: 1,
  });
};

const refuseUnknown = (psp: string, accounts: readonly Account[]): void => {
  const ids = accounts.map(({ id }) => id);
  if (ids.includes(psp)) return;
  throw new ApiError(
    'resource_missing',
    `No PSP account has the id "${psp.slice(0, 64)}"${didYouMean(psp, ids)}. There are: ${ids.join(', ')}.`,
    { param: 'id' },
  );
};

const nextOf = async (
  ports: SwitchPorts,
  { psp, state, note, by, revision, force }: SwitchCommand,
  found: PspSwitches,
): Promise<PspSwitch> => {
  const current = found.switches.find((one) => one.psp === psp);
  const at = current?.revision ?? 0;
  if (revision !== at)
    throw new ApiError(
      'version_conflict',
      `revision: ${psp} is at ${at}, and this call names ${revision}. Read it again.`,
      { param: 'revision' },
    );
  if (state === 'closed' && current?.state !== 'closed' && !force) await refuseLast(ports, psp, found);
  return { psp, state, revision: at + 1, note, by, changed: Math.floor(ports.clock.now() / 1000) };
};

const refuseLast = async (
  { rules, accounts }: SwitchPorts,
  psp: string,
  found: PspSwitches,
): Promise<void> => {
  const closed = closedIn(found);
  const takes = (id: string) => !closed.has(id) && accounts.some((account) => account.id === id);
  const [first, ...more] = findEmptiedTargets(Object.values((await rules()).rules), psp, takes);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, and of ${more.length} more`;
  throw new ApiError(
    'psp_required',
    `${psp} is the last open payment provider of ${nameOf(first)}${others}: their payments would fail. Nothing was changed. Send "force": true to close it anyway.`,
    { param: 'state' },
  );
};

const nameOf = ({ rule, override, candidate }: EmptiedTargets): string =>
  `${override === null ? '' : `overrides[${override}] of `}rule "${rule}"${candidate ? ' (the version in rollout)' : ''}`;

/** Includes accounts that were never changed. */
export const readPsps = async ({
  store,
  accounts,
}: {
  readonly store: Pick<PspSwitchStore, 'read'>;
  readonly accounts: readonly Account[];
}): Promise<readonly (PspSwitch | Pick<PspSwitch, 'psp'>)[]> => {
  const { switches } = await store.read();
  return accounts.map(({ id }) => switches.find(({ psp }) => psp === id) ?? { psp: id });
};
