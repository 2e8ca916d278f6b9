import type { ConfirmResult } from './types.ts';

/** The request may have taken effect. */
export const nobodyKnows: ConfirmResult = { status: 'processing', session: null };
