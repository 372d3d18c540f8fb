import type { Problem } from '../../lib/problem/problem.ts';
import { problems } from '../../lib/problem/problems.ts';
import { readTheme, themeCookie } from '../../lib/view/theme.ts';
import { type BufferedResponse, freshResponse } from './response.ts';

/** The look of the pages (`app/globals.css`) in a few lines: this page asks for no file but the icon. */
const style = `
:root { color-scheme: light dark; --paper: light-dark(#f6f4ee, #141310); --ink: light-dark(#1b1914, #f1ede3);
  --quiet: light-dark(#5d584b, #aea795); --line: light-dark(#d9d3c3, #38342b);
  --accent: light-dark(#b03608, #ff8f5c); --accent-ink: light-dark(#fffefb, #1d0d05) }
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
  overflow-wrap: break-word }
header { border-bottom: 1px solid var(--line) }
header a { font-size: 1.125rem; font-weight: 600; color: inherit; text-decoration: none }
header div, main { max-width: 72rem; margin: 0 auto; padding: .875rem 1rem }
header svg { width: 1.5rem; height: 1.125rem; margin-right: .5rem; vertical-align: -.125rem; fill: var(--accent);
  stroke: var(--accent-ink) }
main { padding-top: 2rem }
main > * { max-width: 42rem }
h1 { margin: 0; font-size: 1.875rem; line-height: 1.2; font-weight: 600; text-wrap: balance }
p { margin: 1rem 0 0 }
.quiet { color: var(--quiet); font-size: .875rem }
.next { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; margin-top: 1.5rem }
main a { color: inherit; text-underline-offset: 4px }
main a.first { padding: .5rem 1rem; border-radius: .375rem; background: var(--accent); color: var(--accent-ink);
  font-weight: 500; text-decoration: none }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (min-width: 40rem) { header div, main { padding-inline: 1.5rem } main { padding-top: 2.5rem } }
`;

const mark =
  '<svg aria-hidden="true" viewBox="0 0 28 22"><path stroke="none" d="M2 2h24v6a3 3 0 0 0 0 6v6H2v-6a3 3 0 0 0 0-6z"/><path fill="none" stroke-width="2" stroke-dasharray="2 2.5" d="M18 4v14"/></svg>';

/**
 * A refusal for people, without a script. It is written here, since it is there for when Next must not be asked to
 * render.
 */
export function refusalPage(
  { code, detail, headers }: Problem,
  cookies = '',
  requestId = '',
): BufferedResponse {
  const { status, title } = problems[code];
  const theme = themeOf(cookies);
  const seconds = headers['retry-after'];
  const html = `<!doctype html>
<html lang="en"${theme === 'system' ? '' : ` data-theme="${theme}"`}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Farebox</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${style}</style>
<header><div><a href="/">${mark}Farebox</a></div></header>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}${seconds === undefined || saysWhen.test(detail) ? '' : ` ${escaped(againIn(seconds))}`}</p>
<p class="next">${seconds === undefined ? '<a class="first" href="/">Go to the catalogue</a>' : '<a class="first" href="">Try again</a>'}
<a href="/problems/${code}">What this means and what to do</a></p>
<p class="quiet">Status ${status}${requestId === '' ? '' : ` · Request ${escaped(requestId)}`}</p>
</main>
</html>
`;
  return freshResponse(status, 'text/html; charset=utf-8', html, {
    'content-security-policy':
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...headers,
  });
}

const saysWhen = /try again/i;

function againIn(seconds: string): string {
  return seconds === '1' ? 'Try again in a second.' : `Try again in ${seconds} seconds.`;
}

/** The theme that the reader chose. */
function themeOf(cookies: string) {
  const [, value] = new RegExp(`(?:^|;\\s*)${themeCookie}=(\\w+)`).exec(cookies) ?? [];
  return readTheme(value);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
