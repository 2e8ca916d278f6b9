import type { FieldName } from '../types.ts';
import type { Form } from './create-form.ts';
import type { GroupChannel } from './group-channel.ts';

/** A field of a group other than the number: gives its value when the number's frame asks, and only to that frame. */
export const followGroup = ({ send, listen }: GroupChannel, field: FieldName, form: Form): void => {
  listen((message) => {
    switch (message.type) {
      case 'ask':
        form.judge();
        return send({ type: 'answer', id: message.id, field, value: form.values()[field] ?? '' });
      case 'state':
        form.lock(message.locked);
        return form.expect(message.code);
      case 'focus':
        return message.field === field ? form.focus() : undefined;
      case 'clear':
        return form.clear();
      case 'answer':
        return message.field === 'country' ? form.know(message.value) : undefined;
      case 'joined':
        return;
      default:
        message satisfies never;
    }
  });
  send({ type: 'joined' });
};
