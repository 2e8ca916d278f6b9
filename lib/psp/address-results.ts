import type { Checks } from '../types/particulars.ts';
import { findEntry } from './json.ts';

type Addresses = Pick<Checks, 'address' | 'postal_code'>;

const of = (
  address: NonNullable<Checks['address']>,
  postal_code: NonNullable<Checks['postal_code']>,
): Addresses => ({ address, postal_code });

/**
 * The networks' letters for the result of an address check, as PSPs pass them on. Empty for a letter without a definite result. Source: Checkout.com,
 * "AVS codes", of 29 April 2022, read in a copy on 26 November 2026, and of 22 October 2025 for those of American Express; PayPal passes on the same
 * letters (`avs_code` of orders v2).
 */
export const addressResults = (letter: string | undefined): Addresses => findEntry(letters, letter) ?? {};

const both = of('pass', 'pass');
const neither = of('fail', 'fail');
const unavailable = of('unavailable', 'unavailable');

const letters: Readonly<Record<string, Addresses>> = {
  A: of('pass', 'fail'),
  B: of('pass', 'unavailable'),
  C: unavailable,
  D: both,
  E: unavailable,
  F: both,
  G: unavailable,
  I: unavailable,
  M: both,
  N: neither,
  O: unavailable,
  P: of('unavailable', 'pass'),
  R: unavailable,
  S: unavailable,
  U: unavailable,
  W: of('fail', 'pass'),
  X: both,
  Y: both,
  Z: of('fail', 'pass'),
  // American Express codes that include the cardholder's name, which we do not use: it fails up to AE3, and matches from AE4 on.
  AE1: of('unavailable', 'pass'),
  AE2: both,
  AE3: of('pass', 'unavailable'),
  AE4: unavailable,
  AE5: of('unavailable', 'pass'),
  AE6: both,
  AE7: of('pass', 'unavailable'),
};
