import type { Attempt } from '../types/psp.ts';

/** The reference that the attempt's payment bears at its PSP: another charge's for a second payment under that. */
export const referenceAtPsp = ({ created_as, reference }: Attempt): string => created_as ?? reference;
