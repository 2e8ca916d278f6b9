import type { PaymentStore } from '../../../lib/types/ports.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import type { PspCall } from '../psp/call.ts';

export type StoreRequest = {
  readonly [M in keyof PaymentStore]: {
    readonly port: 'store';
    readonly method: M;
    readonly args: Parameters<PaymentStore[M]>;
  };
}[keyof PaymentStore];

/** What a process waits for at a port. `id` counts its requests; `until` in Unix milliseconds. */
export type Request = { readonly id: number } & (
  | StoreRequest
  | { readonly port: 'psp'; readonly call: PspCall }
  | { readonly port: 'forward'; readonly request: ForwardRequest }
  /** The vault is to forget the card's security code. */
  | { readonly port: 'release' }
  | { readonly port: 'sleep'; readonly until: number }
);

/** What the port gives back: a value, or the error of a store that could not be reached. */
export type Answer = { readonly value: unknown } | { readonly thrown: 'storage_unavailable' };

const reads: readonly StoreRequest['method'][] = ['session', 'charge', 'open'];

export const isRead = ({ method }: StoreRequest): boolean => reads.includes(method);

/** In one line, for a schedule that a person reads. */
export const nameOf = (request: Request): string => {
  switch (request.port) {
    case 'store':
      return request.method === 'commit'
        ? `commit ${request.args[0].map(({ item }) => `${item.id} ${'status' in item ? item.status : item.payment_status}`).join(', ')}`
        : `${request.method} ${String(request.args[0])}`;
    case 'psp':
      return `${request.call.kind} ${request.call.operation?.id ?? request.call.attempt.reference} at ${request.call.psp}`;
    case 'forward':
      return `forward ${request.request.attempt} to ${request.request.account}`;
    case 'release':
      return 'release of the security code';
    case 'sleep':
      return 'sleep';
    default:
      return request satisfies never;
  }
};
