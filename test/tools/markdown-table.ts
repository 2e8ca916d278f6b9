/** Rows of cells as a Markdown table with straight columns; the first row is the head. */
export const markdownTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const render = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [render(head), render(widths.map((width) => '-'.repeat(width))), ...body.map(render)].join('\n');
};
