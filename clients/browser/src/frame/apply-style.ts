import type { CardStyle } from '../types.ts';

const color = /^(#[\da-f]{3,8}|[a-z]{3,24}|(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/-]{1,60}\))$/i;
const length = /^\d{1,2}(\.\d{1,3})?(px|rem|em)$/;

/** What may be set, and what each value must look like: nothing that loads, positions or hides. */
const allowed: Readonly<Record<Exclude<keyof CardStyle, 'colorScheme'>, RegExp>> = {
  fontFamily: /^[\w\s,'"-]{1,200}$/,
  fontSize: length,
  textColor: color,
  labelColor: color,
  placeholderColor: color,
  backgroundColor: color,
  borderColor: color,
  borderRadius: length,
  focusColor: color,
  errorColor: color,
  gap: length,
};

/** Sets the looks the page asked for, as far as the list allows; what it refuses is named on the console. */
export const applyStyle = (style: CardStyle): void => {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(style)) {
    if (name === 'colorScheme') continue;
    const pattern = Object.hasOwn(allowed, name) ? allowed[name as keyof typeof allowed] : undefined;
    if (pattern?.test(String(value))) root.style.setProperty(`--${name}`, String(value));
    else console.warn(`Card fields: style.${name} is not among what may be set, or not of the right form`);
  }
  followScheme(style.colorScheme);
};

const followScheme = (scheme: CardStyle['colorScheme']): void => {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () =>
    document.documentElement.classList.toggle(
      'dark',
      scheme === 'dark' || (scheme === 'light dark' && system.matches),
    );
  system.addEventListener('change', follow);
  follow();
};
