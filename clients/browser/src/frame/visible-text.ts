/** Red, green and blue from 0 to 1. */
type Color = readonly [number, number, number];

/** Below this (WCAG 2.2, 1.4.11) a person with low vision cannot read text on its background. */
const leastContrast = 3;

/** Whether text of one colour is readable on a background of the other. Both are CSS colours; false if one is not opaque. */
export const isLegible = (text: string, ground: string): boolean => {
  const [front, back] = [readColor(text), readColor(ground)];
  return front !== undefined && back !== undefined && contrast(front, back) >= leastContrast;
};

/** Undefined if it is not a colour, or is translucent. */
export const readColor = (value: string): Color | undefined => {
  const probe = document.createElement('span');
  probe.style.color = value;
  if (probe.style.color === '') return undefined;
  // Whatever a colour's space, mixing it with itself gives sRGB.
  probe.style.color = `color-mix(in srgb, ${value}, ${value})`;
  document.body.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  const parts = (computed.match(/-?\d*\.?\d+(e-?\d+)?/g) ?? []).map(Number);
  const scale = computed.startsWith('rgb') ? 255 : 1;
  const [red, green, blue, alpha = 1] = parts;
  if (alpha < 1) return undefined;
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [red / scale, green / scale, blue / scale];
};

const contrast = (a: Color, b: Color): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Relative luminance, as WCAG 2.2 defines it. */
const luminance = (color: Color): number => {
  const [red, green, blue] = color.map((part) => {
    const channel = Math.min(1, Math.max(0, part));
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
