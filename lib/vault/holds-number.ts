/**
 * Whether a text contains a card's number in any form: grouped, percent-encoded, as JSON or HTML escapes, in hex or base64, or in one of these inside
 * another.
 */
export const holdsNumber = (text: string, number: string): boolean => {
  const grouped = new RegExp(number.split('').join('[^\\p{L}\\p{Nd}]{0,3}'), 'u');
  const hex = new RegExp(Buffer.from(number).toString('hex').replaceAll(/../g, '$&[^\\p{L}\\p{Nd}]?'), 'iu');
  const plain = [text, unescaped(text), unescaped(unescaped(text))];
  const spelled = new Set([
    ...plain,
    ...plain.flatMap(decoded).flatMap((inner) => [inner, unescaped(inner)]),
  ]);
  return [...spelled].some((one) => {
    const normal = one.normalize('NFKC');
    return grouped.test(normal) || hex.test(normal);
  });
};

/** Decodes every escape of an ASCII character, once. */
const unescaped = (text: string): string =>
  text.replace(
    /%([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&#x0*([0-9a-f]{2});|&#0*(\d{2,3});/gi,
    (_, percent, json, hex, html, decimal) =>
      String.fromCharCode(
        decimal === undefined ? Number.parseInt(percent ?? json ?? hex ?? html, 16) : Number(decimal),
      ),
  );

/** Decodes its runs of base64. Where the encoding starts is not known, so each of the first four characters is tried. */
const decoded = (text: string): readonly string[] => {
  const runs = text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? [];
  return [0, 1, 2, 3].map((from) =>
    runs.map((run) => Buffer.from(run.slice(from), 'base64').toString('latin1')).join('\n\n\n\n'),
  );
};
