import * as z from 'zod/mini';

/**
 * An object's schema that is built for the first such object. Most calls omit these objects, and zod would build a lazy schema even for a missing
 * value.
 */
export const onceGiven = <T extends z.core.SomeType>(make: () => T): z.ZodMiniLazy<T> => {
  const schema = z.lazy(make);
  const { run } = schema._zod;
  // zod first asks the schema whether it may be missing. An object never may.
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
