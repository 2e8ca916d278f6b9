import { editsBetween, mostEdits } from '../types/edits-between.ts';
import { type Route, routes } from './routes.ts';

/**
 * The route that a caller with a wrong method or path most likely meant: one with the last word of that path, and among those the one with the same
 * method and the most words in common. `POST /v1/refunds`, `POST /v1/charges/ch_1/refund` and `POST /charge/refund` lead to `POST
 * /v1/charges/refund`.
 */
export const nearestRoute = (method: string, path: string): Route | undefined => {
  const asked = wordsOf(path.slice(0, 200));
  const [nearest] = routes
    .map((route) => ({ route, words: wordsOf(route.path) }))
    .filter(({ words }) => has(words, asked.at(-1)))
    .map(({ route, words }) => ({
      route,
      score: (route.method === method ? 2 : 0) + commonOf(asked, words) - words.length / 2,
    }))
    .toSorted((one, other) => other.score - one.score);
  return nearest?.route;
};

/** Without the version, ids and parameters; in the singular. */
const wordsOf = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split(/[/_.-]+/)
    .filter((part) => /^[a-z]{3,40}$/.test(part))
    .map((word) => word.replace(/s$/, ''));

const commonOf = (asked: readonly string[], words: readonly string[]): number =>
  asked.filter((word) => has(words, word)).length;

const has = (words: readonly string[], asked: string | undefined): boolean =>
  asked !== undefined && words.some((word) => word === asked || editsBetween(asked, word) <= most(word));

/** A word of fewer than five letters must match exactly. */
const most = ({ length }: string): number => (length < 5 ? 0 : mostEdits(length));
