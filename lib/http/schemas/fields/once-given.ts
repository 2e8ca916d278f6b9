import * as z from 'zod/mini';

/**
 * An object's schema that is built when the first such object arrives: most calls omit these, and a lazy schema is built even to find that a value is
 * missing.
 */
export const onceGiven = <T extends z.core.SomeType>(make: () => T): z.ZodMiniLazy<T> => {
  const schema = z.lazy(make);
  const { run } = schema._zod;
  // zod asks first whether it may be missing; an object by itself never may.
  for (const whether of ['optin', 'optout'])
    Object.defineProperty(schema._zod, whether, { value: undefined });
  schema._zod.run = (payload, context) => {
    const { value: input, issues } = payload;
    if (input !== undefined) return run(payload, context);
    issues.push({ code: 'invalid_type', expected: 'object', input, message: 'expected an object' });
    return payload;
  };
  return schema;
};
