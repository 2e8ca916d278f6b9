/** Planted mistakes that cannot show in worlds as small as these, and why. */
export const beyondReach: Readonly<Record<string, string>> = {};
