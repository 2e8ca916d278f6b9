export type Cell = string | number | boolean | null;

/**
 * A line of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula is preceded by an apostrophe; text with a semicolon, at which one
 * might split it, is quoted.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`;

const written = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
