import type { ApiKey } from '../types/api-key.ts';
import type { KeyStore, ShownKey } from '../types/key-store.ts';
import type { Clock, KnownKey, NewId } from '../types/ports.ts';
import type { RenderedResponse } from '../types/records.ts';

/** A secret that was just made, and the part of it that is stored. */
export type NewSecret = Pick<ApiKey, 'hash' | 'last4'> & { readonly secret: string };

/** Who makes or changes a key: a key with its current scopes and end, or a person (`actorOf` their id). */
export type Grantor = Pick<KnownKey, 'id' | 'scopes' | 'end'>;

export type KeyPorts = {
  readonly store: KeyStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly newSecret: () => NewSecret;
  readonly livemode: boolean;
  readonly caller: Grantor;
  readonly request_id: string;
  readonly render: (shown: ShownKey) => RenderedResponse;
};
