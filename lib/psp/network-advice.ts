import { type NetworkRule, networkRules } from '../types/network-rules.ts';
import type { Advice, Advised } from '../types/psp.ts';
import { findEntry } from './json.ts';

/** Mastercard's merchant advice code (two digits, possibly followed by text) as advice. */
export const mastercardAdvice = (code: string | undefined): Advised =>
  findAdvice(networkRules.mastercard, /^\d{2}/.exec(code ?? '')?.[0]);

/** The issuer's response code on a Visa card as advice. */
export const visaAdvice = (code: string | undefined): Advised => findAdvice(networkRules.visa, code);

const findAdvice = ({ advice }: NetworkRule, code: string | undefined): Advised =>
  findEntry(advice, code) ?? {};

/** The most binding advice of several; of two that say to wait, the longer. */
export const strictestAdvice = (...given: readonly Advised[]): Advised =>
  given.reduce((strictest, next) => (isStricter(next, strictest) ? next : strictest), {});

const isStricter = (one: Advised, other: Advised): boolean =>
  one.advice === other.advice
    ? (one.wait_s ?? 0) > (other.wait_s ?? 0)
    : strictness(one.advice) > strictness(other.advice);

const byStrictness = [undefined, 'correct_data', 'wait', 'never_again'] as const satisfies readonly (
  | Advice
  | undefined
)[];

const strictness = (advice: Advice | undefined): number => byStrictness.indexOf(advice);
