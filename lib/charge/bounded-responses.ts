import type { Charge } from '../types/charge.ts';
import { maxResponseBytes } from '../types/charge-space.ts';
import type { Remembered } from '../types/records.ts';

/**
 * The charge without the stored responses that exceed its space: those of refreshes go first and those of captures and cancels last, older ones
 * before newer ones. The keys of calls that took effect stay; a repeat returns the charge as it is now.
 */
export const withBoundedResponses = (charge: Charge): Charge => {
  const { capture, cancel, answered, decisions, refreshed } = charge;
  let space = maxResponseBytes;
  const boundResponse = (known: Remembered): Remembered => {
    const { answer: response, ...key } = known;
    const bytes = response ? Buffer.byteLength(response.body) : 0;
    if (bytes > space) return key;
    space -= bytes;
    return known;
  };
  const boundResponseOf = <Asked extends { readonly remembered?: Remembered }>(asked: Asked): Asked =>
    asked.remembered ? { ...asked, remembered: boundResponse(asked.remembered) } : asked;
  return {
    ...charge,
    ...(capture && { capture: boundResponseOf(capture) }),
    ...(cancel && { cancel: boundResponseOf(cancel) }),
    ...(answered && { answered: mapNewestFirst(answered, boundResponse) }),
    ...(decisions && { decisions: mapNewestFirst(decisions, boundResponseOf) }),
    ...(refreshed && {
      refreshed: mapNewestFirst(refreshed, boundResponse).filter(({ answer: response }) => response),
    }),
  };
};

const mapNewestFirst = <One>(list: readonly One[], change: (one: One) => One): readonly One[] =>
  [...list].reverse().map(change).reverse();
