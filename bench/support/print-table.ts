/** Prints rows under their headings, as Markdown, so that a run can be copied into the documentation. The first column is text, the others numbers. */
export const printTable = (headings: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  for (const text of [line(headings), line(rule), ...rows.map(line)]) console.log(text);
};

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);

export const thousands = (value: number): string => Math.round(value).toLocaleString('en');
