import { slotMark, slotsOf } from '../vault-protocol/slots.ts';
import type { AllowedCall } from './allowed-calls.ts';

/** A body whose slots are all in allowed places. `render` fills in the digits. */
export type Placed = {
  readonly has_cvc: boolean;
  readonly render: (number: string, cvc: string) => string;
  readonly text: (place: string) => string | undefined;
};

type Text = { readonly place: string; readonly text: string };

/**
 * Finds the attempt's slots. Refuses (with a word for people) a body that is not spelled exactly as JSON.stringify or URLSearchParams would (so that
 * no name occurs twice and no escape is unnecessary), a duplicate form field, a slot in any other place, and a missing slot for the number.
 */
export const placeCard = (
  body: string,
  attempt: string,
  { content_type, number, cvc }: Pick<AllowedCall, 'content_type' | 'number' | 'cvc'>,
): Placed | { readonly refused: string } => {
  const texts = content_type === 'application/json' ? textsOfJson(body) : textsOfForm(body);
  if (texts === undefined) return { refused: 'body_spelling' };
  const slots = slotsOf(attempt);
  const [numberSlot, cvcSlot] = [slots.number.reveal(), slots.cvc.reveal()];
  const marked = texts.filter(({ place, text }) => place.includes(slotMark) || text.includes(slotMark));
  const isAt = (place: string, slot: string) => (one: Text) => one.place === place && one.text === slot;
  const atNumber = isAt(number, numberSlot);
  const atCvc = isAt(cvc, cvcSlot);
  if (!marked.every((one) => atNumber(one) || atCvc(one))) return { refused: 'slot_misplaced' };
  if (!marked.some(atNumber)) return { refused: 'slot_missing' };
  return {
    has_cvc: marked.some(atCvc),
    // Slots are the same in JSON and in a form, and are part of no other text, so each occurs once.
    render: (digits, code) => body.replace(numberSlot, () => digits).replace(cvcSlot, () => code),
    text: (place) => texts.find((one) => one.place === place)?.text,
  };
};

/** A value that is not a string counts as an empty one: its key may contain a slot. */
const textsOfJson = (body: string): readonly Text[] | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || JSON.stringify(value) !== body) return undefined;
    return textsBelow('', value);
  } catch {
    return undefined;
  }
};

const textsBelow = (place: string, value: unknown): readonly Text[] => {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [{ place, text: '' }];
  const below = Object.entries(value).flatMap(([key, inner]) =>
    textsBelow(`${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, inner),
  );
  return [{ place, text: '' }, ...below];
};

const textsOfForm = (body: string): readonly Text[] | undefined => {
  const form = new URLSearchParams(body);
  if (form.toString() !== body) return undefined;
  const texts = [...form].map(([name, text]) => ({ place: `/${name}`, text }));
  return new Set(texts.map(({ place }) => place)).size === texts.length ? texts : undefined;
};
