/** Where a customer who comes back from 3-D Secure without having paid goes: to `cancel_url`, or to the session's page of this service. */
export const returnModes = ['redirect', 'hosted'] as const;

export type ReturnMode = (typeof returnModes)[number];
