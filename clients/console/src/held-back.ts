import type { Charge } from '../../server/src/generated/api-types.ts';

/** The money that a PSP has taken back for disputes: nothing for an inquiry, nor for a dispute that is won or closed. Minor units. */
export const heldBack = ({ disputes }: Pick<Charge, 'disputes'>): number =>
  disputes
    .filter(({ stage, status }) => stage !== 'inquiry' && (status === 'open' || status === 'lost'))
    .reduce((sum, { amount }) => sum + amount, 0);
