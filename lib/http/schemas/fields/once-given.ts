import * as z from 'zod/mini';

/** An object's schema that is made for the first one given: most calls leave these out, and a lazy schema is made even to find that nothing is there. */
export const onceGiven = <T extends z.core.SomeType>(make: () => T): z.ZodMiniLazy<T> => {
  const schema = z.lazy(make);
  const { run } = schema._zod;
  // Whether it may be left out is asked before; an object never may by itself.
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
