/** The members of a union, each written once: one too many or too few does not compile. */
export const valuesOf = <Value extends string>(all: Readonly<Record<Value, true>>): readonly Value[] =>
  Object.keys(all) as Value[];
