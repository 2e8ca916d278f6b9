/**
 * The value as a store would give it back: without undefined properties, and frozen to its leaves so that it can be shared. What is frozen
 * already is taken to be sealed, so a record made from a stored one costs only its new parts.
 */
export const seal = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(seal)) as Value;
  return Object.freeze(sealProperties(value));
};

const sealProperties = <Value extends object>(value: Value): Value => {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const property = seal((value as Record<string, unknown>)[key]);
    if (property === undefined) continue;
    if (key === '__proto__') Object.defineProperty(copy, key, { value: property, enumerable: true });
    else copy[key] = property;
  }
  return copy as Value;
};
