import { escapeHtml } from './html.ts';

export type Page = {
  readonly title: string;
  /** Links in the margin: HTML. */
  readonly contents: string;
  /** HTML. */
  readonly main: string;
};

/** A whole page. Script and style are separate files. */
export const page = ({ title, contents, main }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/style.css">
<link rel="icon" href="data:,">
<script type="module" src="/docs/main.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="name" href="/docs">Payment routing</a><nav aria-label="Documents"><a href="/docs/readme">Guides</a><a href="/docs">Reference</a><a href="/docs/errors">Errors</a><a href="/docs/openapi.yaml">OpenAPI</a></nav>
<search><label class="hidden" for="search">Search</label><input id="search" type="search" placeholder="Search (/)" autocomplete="off" spellcheck="false"><div id="results" hidden></div></search></header>
<div class="frame">
<details class="contents"><summary>Contents</summary>${contents}</details>
<nav class="contents" aria-label="Contents">${contents}</nav>
<main id="main" tabindex="-1">${main}</main>
</div>
</body>
</html>
`;
