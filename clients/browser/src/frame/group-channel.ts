import type { FieldName } from '../types.ts';
import type { SecurityCode } from './read-card.ts';

/** Between the frames of one card, and to no page. `state`, `ask`, `focus` and `clear` come from the number's frame, the others go to it. */
export type GroupMessage =
  | { readonly type: 'joined' }
  | { readonly type: 'state'; readonly code: SecurityCode | null; readonly locked: boolean }
  | { readonly type: 'ask'; readonly id: string }
  | { readonly type: 'answer'; readonly id: string; readonly field: FieldName; readonly value: string }
  | { readonly type: 'focus'; readonly field: FieldName }
  | { readonly type: 'clear' };

export type GroupChannel = {
  readonly say: (message: GroupMessage) => void;
  readonly hear: (listener: (message: GroupMessage) => void) => void;
};

/**
 * A channel that a browser opens to documents of this origin only. Its name holds the origin of the page around, which has proved itself: with the group's
 * secret alone, another page's frames cannot join. Throws where a browser denies frames of another site everything shared.
 */
export const openGroup = (page: string, group: string): GroupChannel => {
  const channel = new BroadcastChannel(`payment-fields ${page} ${group}`);
  return {
    say: (message) => channel.postMessage(message),
    hear: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<GroupMessage>) => listener(data);
    },
  };
};
