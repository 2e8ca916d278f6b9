import type { FieldName } from '../types.ts';
import type { GroupChannel } from './group-channel.ts';
import type { OtherFields } from './other-fields.ts';
import type { SecurityCode, Values } from './read-card.ts';

/** A frame that is present answers at once; one that was just moved does not, and is empty again. */
export const answer_ms = 5_000;

/** The number's frame of a group: asks the others when the card is confirmed, and keeps them informed before that. */
export const leadGroup = ({ send, listen }: GroupChannel): OtherFields => {
  let code: SecurityCode | null = null;
  let locked = false;
  let answered: (id: string, field: FieldName, value: string) => void = () => {};
  const sendState = () => send({ type: 'state', code, locked });
  listen((message) => {
    if (message.type === 'joined') sendState();
    if (message.type === 'answer') answered(message.id, message.field, message.value);
  });
  sendState();
  return {
    collect: async (fields) => {
      if (fields.length === 0) return {};
      const id = crypto.randomUUID();
      const values: Partial<Record<FieldName, string>> = Object.fromEntries(fields.map((name) => [name, '']));
      const open = new Set(fields);
      return new Promise<Values>((resolve) => {
        const limit = setTimeout(() => resolve(values), answer_ms);
        answered = (to, field, value) => {
          if (to !== id || !open.delete(field)) return;
          values[field] = value;
          if (open.size > 0) return;
          clearTimeout(limit);
          resolve(values);
        };
        send({ type: 'ask', id });
      });
    },
    lock: (now) => {
      locked = now;
      sendState();
    },
    focus: (field) => send({ type: 'focus', field }),
    clear: () => send({ type: 'clear' }),
    expect: (now) => {
      if (now?.size === code?.size) return;
      code = now;
      sendState();
    },
  };
};
