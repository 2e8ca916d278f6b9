/** A class for `instanceof`. The library alone makes its errors. */
export type ErrorClass<Instance extends Error> = (new () => Instance) & {
  readonly [Symbol.hasInstance]: (value: unknown) => value is Instance;
};

type Constructor = new (...given: ConstructorParameters<typeof Error>) => Error;

/**
 * A class that holds for whatever `holds`, not for what its own code made: an error of the ES module is an instance of the CommonJS module's class, and
 * of that of any other copy of the library. A subclass of it knows its own instances only.
 */
export const errorClass = <Instance extends Error>(
  name: string,
  holds: (value: object) => boolean,
  Parent: Constructor = Error,
): ErrorClass<Instance> => {
  const Class: Constructor = class extends Parent {};
  Object.defineProperty(Class, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== Class) return Function.prototype[Symbol.hasInstance].call(this as Constructor, value);
      return typeof value === 'object' && value !== null && holds(value);
    },
  });
  Object.defineProperty(Class, 'name', { value: name });
  Object.defineProperty(Class.prototype, 'name', { value: name, writable: true, configurable: true });
  return Class as unknown as ErrorClass<Instance>;
};

/** A new error of the class, whose stack begins where this is called. */
export const makeError = <Instance extends Error>(
  Class: ErrorClass<Instance>,
  message: string,
  cause?: unknown,
): Instance => new (Class as Constructor)(message, cause === undefined ? undefined : { cause }) as Instance;
