import { escapeHtml } from './html.ts';

/** JSON marked up for colour: names, texts, and the rest. Values that fit on one line stay on it. */
export const jsonHtml = (value: unknown): string =>
  escapeHtml(layOut(value, '')).replace(
    /(&#34;(?:\\.|(?!&#34;).)*&#34;)(: )?|\b(?:true|false|null)\b|(?<![\w#.-])-?\d+(?:\.\d+)?\b/g,
    (match, text?: string, colon?: string) => {
      if (text === undefined) return `<u>${match}</u>`;
      return colon === undefined ? `<i>${text}</i>` : `<b>${text}</b>${colon}`;
    },
  );

const widest = 68;

const layOut = (value: unknown, indent: string): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const line = onOneLine(value);
  if (isFlat(value) && line.length + indent.length <= widest) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((entry) => inner + layOut(entry, inner)).join(',\n')}\n${indent}]`;
  const entries = Object.entries(value).map(
    ([key, entry]) => `${inner}${JSON.stringify(key)}: ${layOut(entry, inner)}`,
  );
  return `{\n${entries.join(',\n')}\n${indent}}`;
};

const isFlat = (value: object): boolean =>
  Object.values(value).every((entry) => typeof entry !== 'object' || entry === null);

const onOneLine = (value: object): string => {
  if (Array.isArray(value)) return `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, entry]) => `${JSON.stringify(key)}: ${JSON.stringify(entry)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
};
