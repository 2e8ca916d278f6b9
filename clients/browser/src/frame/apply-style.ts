import { hintOf } from '../hint-of.ts';
import type { CardStyle } from '../types.ts';
import { isLegible, readColor } from './visible-text.ts';

const color = /^(#[\da-f]{3,8}|[a-z]{3,24}|(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/-]{1,60}\))$/i;
const length = /^\d{1,2}(\.\d{1,3})?(px|rem|em)$/;

type Property = Exclude<keyof CardStyle, 'colorScheme'>;

const isLength = (value: string): boolean => length.test(value);
const isColor = (value: string): boolean => color.test(value);
/** For text and its background: nothing may show through. */
const isOpaque = (value: string): boolean => isColor(value) && readColor(value) !== undefined;
/** With 1 em and 1 rem as sixteen. */
const pixelsOf = (value: string): number => Number.parseFloat(value) * (value.endsWith('px') ? 1 : 16);
const isReadableSize = (value: string): boolean => isLength(value) && pixelsOf(value) >= 10;
/** Leaves room for what is typed. */
const isPadding = (value: string): boolean => isLength(value) && pixelsOf(value) <= 24;

/** The allowed properties and the form of their values: nothing that loads, positions or hides. */
const allowed: Readonly<Record<Property, (value: string) => boolean>> = {
  fontFamily: (value) => /^[\w\s,'"-]{1,200}$/.test(value),
  fontSize: isReadableSize,
  fontWeight: (value) => /^[1-9]00$/.test(value),
  textColor: isOpaque,
  labelColor: isOpaque,
  placeholderColor: isOpaque,
  backgroundColor: isOpaque,
  borderColor: isColor,
  borderRadius: isLength,
  focusColor: isColor,
  errorColor: isOpaque,
  gap: isLength,
  padding: isPadding,
};

const names = ['colorScheme', ...Object.keys(allowed)];

/** Applies the style that the page asked for, as far as the list allows; the console names what it refuses. */
export const applyStyle = (style: CardStyle): void => {
  const accepted = Object.entries(style).filter(([name, value]) => {
    if (name === 'colorScheme') return false;
    const isAllowed = Object.hasOwn(allowed, name) && allowed[name as Property](String(value));
    if (!Object.hasOwn(allowed, name)) refuse(name, `is unknown${hintOf(name, names)}`);
    else if (!isAllowed) refuse(name, 'has an invalid value');
    return isAllowed;
  });
  followScheme(style.colorScheme, () => {
    const { style: set } = document.documentElement;
    for (const [name, value] of accepted) set.setProperty(`--${name}`, String(value));
    keepLegible();
  });
};

const onGround = ['textColor', 'placeholderColor'] as const;

/** If the field's text or placeholder is not readable on its background in the current scheme, all three become the default ones. */
const keepLegible = (): void => {
  const root = document.documentElement;
  const now = (name: Property) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
  const unreadable = onGround.find((name) => !isLegible(now(name), now('backgroundColor')));
  if (unreadable === undefined) return;
  for (const name of [...onGround, 'backgroundColor']) root.style.removeProperty(`--${name}`);
  refuse(
    unreadable,
    `is not legible on style.backgroundColor, so ${onGround.join(', ')} and backgroundColor are ignored`,
  );
};

const refuse = (name: string, why: string): void => console.warn(`Card fields: style.${name} ${why}`);

const followScheme = (scheme: CardStyle['colorScheme'], apply: () => void): void => {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.documentElement.classList.toggle(
      'dark',
      scheme === 'dark' || (scheme === 'light dark' && system.matches),
    );
    apply();
  };
  system.addEventListener('change', follow);
  follow();
};
