/**
 * Where a customer who comes back from 3-D Secure without having paid goes: to `cancel_url`, or to the session's page of this service. `frame`: the
 * shop's page shows the challenge in a frame, which ends there; as `redirect` for a customer who has opened it in a full page.
 */
export const returnModes = ['redirect', 'hosted', 'frame'] as const;

export type ReturnMode = (typeof returnModes)[number];
