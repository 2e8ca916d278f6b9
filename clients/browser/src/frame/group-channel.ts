import type { FieldName } from '../types.ts';
import type { SecurityCode } from './read-card.ts';

/**
 * Messages between the frames of one card; no page sees them. `state`, `ask`, `focus` and `clear` come from the number's frame, the others go to it.
 */
export type GroupMessage =
  | { readonly type: 'joined' }
  | { readonly type: 'state'; readonly code: SecurityCode | null; readonly locked: boolean }
  | { readonly type: 'ask'; readonly id: string }
  | { readonly type: 'answer'; readonly id: string; readonly field: FieldName; readonly value: string }
  | { readonly type: 'focus'; readonly field: FieldName }
  | { readonly type: 'clear' };

export type GroupChannel = {
  readonly send: (message: GroupMessage) => void;
  readonly listen: (listener: (message: GroupMessage) => void) => void;
};

/**
 * A channel that a browser opens only to documents of this origin. Its name contains the verified origin of the surrounding page, so that another
 * page's frames cannot join even with the group's secret. Not ports: a page that passes one on could keep it and read. Not `parent.frames`: it omits
 * frames in a shadow tree. Throws if a browser denies third-party frames all shared state.
 */
export const openGroup = (page: string, group: string): GroupChannel => {
  const channel = new BroadcastChannel(`payment-fields ${page} ${group}`);
  return {
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<GroupMessage>) => listener(data);
    },
  };
};
