/**
 * A value that no logger, store or error can show: it has no enumerable content, and every conversion gives `[redacted]`. Only the code that sends it
 * to a PSP or computes a MAC with it calls `reveal`.
 */
export type Secret = {
  readonly reveal: () => string;
  readonly toJSON: () => string;
  readonly toString: () => string;
};

const redacted = () => '[redacted]';

export const secret = (value: string): Secret =>
  Object.defineProperties({} as Secret, {
    reveal: { value: () => value },
    toJSON: { value: redacted },
    toString: { value: redacted },
    [Symbol.for('nodejs.util.inspect.custom')]: { value: redacted },
  });
