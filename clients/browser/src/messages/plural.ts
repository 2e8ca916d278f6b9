/** A text for each form that a language has for the counts it is used with. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
