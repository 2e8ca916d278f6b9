/**
 * A try of a card, counted against a network's limit. `series` names the tries that are counted together: a network rule, or
 * `<rule>.<amount>.<currency>.<initiator>`. `id`: its time in Unix seconds, a dot, and the end of its charge's id.
 */
export type CardTry = { readonly series: string; readonly id: string };

/** When a try was made, in Unix seconds: the first part of its `id`. */
export const timeOfTry = (id: string): number => Number.parseInt(id, 10);
