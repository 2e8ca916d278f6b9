/**
 * Where a customer who returns from 3-D Secure unpaid is sent: to `cancel_url`, or to this service's page of the session. `frame`: the shop's page
 * shows the challenge in a frame, and the return ends there; a customer who opened the challenge in a full page is treated as with `redirect`.
 */
export const returnModes = ['redirect', 'hosted', 'frame'] as const;

export type ReturnMode = (typeof returnModes)[number];
