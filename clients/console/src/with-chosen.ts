/** A choice to make from a list: its value and its text. */
export type Choice = readonly [value: string, text: string];

/** The choices with the one that was made, also if it is not among them (yet): a list that showed another would lose it with the next change. */
export const withChosen = (choices: readonly Choice[], value: string | undefined): readonly Choice[] =>
  !value || choices.some(([known]) => known === value) ? choices : [...choices, [value, value]];
