import type { FontSource } from '../types.ts';

const most = 8;

/**
 * Loads the page's fonts for its style, at once: if a browser loaded each when a character needs it, its server could see what is typed. The
 * document's own policy says from where; the console names what it refuses.
 */
export const addFonts = (fonts: readonly FontSource[] = []): void => {
  const origins = allowedOrigins();
  for (const font of Array.isArray(fonts) ? fonts.slice(0, most) : []) {
    const { family, src, weight = '400' }: FontSource = Object(font);
    const url = addressOf(src);
    if (!url || !/^[\w -]{1,50}$/.test(family) || !/^[1-9]00$/.test(weight))
      console.warn('Card fields: fonts: expected { family, src, weight }, as the guide shows');
    else if (!origins.some((allowed) => isAt(url, allowed)))
      console.warn(`Card fields: fonts: ${url.origin} is not in this environment's font_origins`);
    else void load(new FontFace(family, `url("${url.href}")`, { weight }));
  }
};

const load = (face: FontFace): Promise<unknown> =>
  face.load().then(
    () => document.fonts.add(face),
    () => console.warn(`Card fields: fonts: ${face.family} could not be loaded`),
  );

const addressOf = (src: string): URL | undefined => {
  try {
    return new URL(src);
  } catch {
    return undefined;
  }
};

const allowedOrigins = (): readonly string[] => {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv]')?.content ?? '';
  return /font-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? [];
};

/** A source of a policy that is an origin, with any port where it says so. */
const isAt = ({ origin, protocol, hostname }: URL, allowed: string): boolean =>
  allowed === origin || allowed === `${protocol}//${hostname}:*`;
