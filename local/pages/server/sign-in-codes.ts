import { randomBytes, timingSafeEqual } from 'node:crypto';

/** The code that signs in once at the console of `npm start`; whoever sees the terminal has it. */
export type SignInCodes = {
  readonly current: () => string;
  /** Whether it is the current one, which is then replaced. */
  readonly take: (given: unknown) => boolean;
};

export const createSignInCodes = (): SignInCodes => {
  let code = newCode();
  return {
    current: () => code,
    take: (given) => {
      if (typeof given !== 'string' || !isSame(given, code)) return false;
      code = newCode();
      return true;
    },
  };
};

const newCode = (): string => randomBytes(16).toString('base64url');

const isSame = (given: string, code: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
};
