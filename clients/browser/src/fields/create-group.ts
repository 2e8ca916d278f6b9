import { fieldNames } from '../field-names.ts';
import type { CardChange, FieldGroup, FieldName, GroupEvents } from '../types.ts';
import { checkName } from './check-names.ts';
import type { CheckedOptions } from './check-options.ts';
import { createElement, type FramedElement, nothingTyped } from './create-element.ts';
import { createListeners } from './create-listeners.ts';
import { createPayer } from './create-payer.ts';
import { randomId } from './random-id.ts';

/** What a field says that the group says too. */
const passedOn = ['submit', 'confirming', 'loaderror', 'violation'] as const;

type Field = FramedElement & { change: CardChange };

/**
 * One card whose fields are in separate frames. The frames find each other by the group's id, on a channel that the page cannot join; the number's
 * frame collects the others' values and confirms.
 */
export const createGroup = (
  address: URL,
  { style, fonts, patience_ms, challenge }: CheckedOptions,
): FieldGroup => {
  const group = randomId();
  const { on, emit } = createListeners<GroupEvents>(['change', ...passedOn, 'result']);
  const fields = new Map<FieldName, Field>();

  const port = async (): Promise<MessagePort> => {
    const missing = fieldNames.slice(0, 3).find((name) => !fields.has(name));
    const number = fields.get('number');
    if (missing || !number) throw new Error(`The group has no field "${missing}"`);
    // Every field must be there to be asked. The number's channel comes last: it may change while the others load.
    await Promise.all([...fields.values()].map((field) => field.port()));
    return number.port();
  };
  const payer = createPayer(
    port,
    () => ({
      type: 'confirm',
      elsewhere: [...fields.keys()].filter((name) => name !== 'number'),
      framed: !!challenge,
    }),
    patience_ms,
    (result, late) => {
      if (late) emit('result', result);
    },
    challenge,
  );

  const whole: FieldGroup = {
    create: (name) => {
      checkName('field', name, fieldNames);
      if (fields.has(name)) throw new TypeError(`A group takes the field "${name}" once`);
      const framed = createElement(
        { address, style, fonts, part: { field: name, group } },
        {
          answered: payer.answered,
          forget: () => {
            if (name === 'number') payer.forget();
          },
          destroyed: () => {
            fields.delete(name);
            payer.destroyed();
          },
        },
      );
      const field: Field = { ...framed, change: nothingTyped };
      fields.set(name, field);
      for (const event of passedOn) framed.element.on(event, (detail) => emit(event, detail));
      framed.element.on('change', (change) => {
        field.change = change;
        emit('change', together(fields));
      });
      return framed.element;
    },
    on: (name, listener) => {
      on(name, listener);
      return whole;
    },
    clear: () => {
      for (const { element } of fields.values()) element.clear();
    },
    confirm: payer.confirm,
    destroy: () => {
      for (const { element } of fields.values()) element.destroy();
    },
  };
  return whole;
};

/** The change that a single frame with all these fields would report. */
const together = (fields: ReadonlyMap<FieldName, Field>): CardChange => {
  const changes = fieldNames.flatMap((name) => fields.get(name)?.change ?? []);
  return {
    complete: changes.every(({ complete }) => complete),
    empty: changes.every(({ empty }) => empty),
    error: changes.find(({ error }) => error)?.error ?? null,
    brand: fields.get('number')?.change.brand ?? null,
  };
};
