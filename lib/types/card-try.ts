/**
 * A try of a card, as it is counted. `series` names the tries that count together: a rule of the networks, or `<rule>.<amount>.<currency>.<initiator>`.
 * `id`: its time in Unix seconds, a dot, and the end of its charge's id.
 */
export type CardTry = { readonly series: string; readonly id: string };

/** When a try was made, from its `id`. Unix seconds. */
export const timeOfTry = (id: string): number => Number.parseInt(id, 10);
