export type Cell = string | number | boolean | null;

/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula is preceded by an apostrophe, and
 * one that it would split at a semicolon is quoted.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`;

const written = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
