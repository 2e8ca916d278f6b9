/** The meaning of each schema (`''`) and of each of its fields. */
export type Descriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;
