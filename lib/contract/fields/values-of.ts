/** All members of a union: a missing or an additional one does not compile. */
export const valuesOf = <Value extends string>(all: Readonly<Record<Value, true>>): readonly Value[] =>
  Object.keys(all) as Value[];
