import * as z from 'zod/mini';
import { slotMark } from '../../../vault/slots.ts';

/** A slot is replaced with a card from the vault: nobody else may write anything that looks like one. */
export const noSlot = z.refine(
  (text) => typeof text !== 'string' || !text.includes(slotMark),
  `expected a string without "${slotMark}" in it`,
);
