import * as z from 'zod/mini';
import { slotMark } from '../../../vault/slots.ts';

/** A slot stands for a card in the vault: nobody else may write what looks like one. */
export const noSlot = z.refine(
  (text) => typeof text !== 'string' || !text.includes(slotMark),
  `expected a string without "${slotMark}" in it`,
);
