/** A record of a CSV file, and the line where it begins. Fields by the header's names; a missing column reads as an empty text. */
export type CsvRecord = { readonly line: number; readonly field: (name: string) => string };

/** The records of a CSV text with a header (RFC 4180). Throws if a needed column is missing. */
export const readCsv = (text: string, needed: readonly string[]): readonly CsvRecord[] => {
  const [header, ...rows] = rowsOf(text.replace(/^\uFEFF/, ''));
  const names = header?.fields ?? [];
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new Error(`The file has no column ${missing.map((name) => `"${name}"`).join(', ')}.`);
  return rows.map(({ line, fields }) => ({
    line,
    field: (name) => fields[names.indexOf(name)]?.trim() ?? '',
  }));
};

type Row = { readonly line: number; readonly fields: readonly string[] };

const rowsOf = (text: string): readonly Row[] => {
  const rows: Row[] = [];
  let fields: string[] = [];
  let line = 1;
  let begun = 1;
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  while (field.lastIndex < text.length || fields.length > 0) {
    const found = field.exec(text);
    if (!found) throw new Error(`Line ${line}: not a CSV field.`);
    const [, raw = '', end = ''] = found;
    fields.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    line += raw.split('\n').length - 1;
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '') rows.push({ line: begun, fields });
    fields = [];
    line += 1;
    begun = line;
  }
  return rows;
};

/** A CSV text with this header. A cell that begins like a formula and is not a number becomes plain text. */
export const writeCsv = (
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

const cell = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
