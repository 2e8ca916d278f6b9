/** What each schema (`''`) and each of its fields means. */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;
