import type { Attempt } from '../types/psp.ts';

/** The reference of the attempt's payment at its PSP. It is another charge's if this is a second payment under that reference. */
export const referenceAtPsp = ({ created_as, reference }: Attempt): string => created_as ?? reference;
