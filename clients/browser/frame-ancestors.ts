/** Pages on this machine, on any port, and the service itself. */
export const localFrameAncestors = ["'self'", 'http://localhost:*', 'http://127.0.0.1:*'] as const;

/** Servers on this machine. */
export const localFontOrigins = ['http://localhost:*', 'http://127.0.0.1:*'] as const;

/**
 * The policy header of `frame.html`: the pages that may embed the card fields. `ancestors` are origins (`https://shop.example`, also with a port or
 * `*.` in front) or `'self'`; if the list is empty, no page may. Throws for anything else, a path or `*` included.
 */
export const frameAncestorsHeader = (ancestors: readonly string[]): string =>
  `frame-ancestors ${sources(ancestors, source) || "'none'"}`;

/** The same of the frame's own policy: where the fonts of those pages may come from, each a whole origin. Undefined for none. */
export const fontPolicy = (origins: readonly string[]): string | undefined =>
  origins.length === 0 ? undefined : `font-src ${sources(origins, fontSource)}`;

const sources = (origins: readonly string[], known: RegExp): string => {
  const wrong = origins.find((origin) => !known.test(origin));
  if (wrong === undefined) return origins.join(' ');
  throw new Error(`${wrong} is not an origin. Expected one like https://shop.example or http://localhost:*`);
};

const source =
  /^('self'|https:\/\/(\*\.)?[\w-]+(\.[\w-]+)+(:\d+)?|http:\/\/(localhost|127\.0\.0\.1)(:(\d+|\*))?)$/;
/** As a browser writes it, so that an address can be compared with it. */
const fontSource =
  /^(https:\/\/[a-z\d-]+(\.[a-z\d-]+)+(:(?!443$)\d+)?|http:\/\/(localhost|127\.0\.0\.1)(:(\d+|\*))?)$/;
