/** The text of a page with `content` between its marks. Throws if the page has lost them. */
export const betweenMarks = (path: string, text: string, part: string, content: string): string => {
  const [start, end] = marksOf(part);
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path} has lost the marks ${start} … ${end}`);
  return `${text.slice(0, from)}${start}\n\n${content}\n\n${text.slice(to)}`;
};

/** The marks around a part of a page that `npm run docs` writes. */
const marksOf = (part: string): readonly [start: string, end: string] => [
  `<!-- ${part}:start, made by \`npm run docs\` -->`,
  `<!-- ${part}:end -->`,
];
