import type { Problem } from '../lib/problem.ts';
import { problems } from '../lib/problems.ts';
import { type Prepared, prepareOnce } from './answer.ts';

/** A refusal for people. It is written here, since it is there for when Next must not be asked to render. */
export function refusalPage({ code, detail, headers }: Problem): Prepared {
  const { status, title } = problems[code];
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }</style>
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
</html>
`;
  return prepareOnce(status, 'text/html; charset=utf-8', html, {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...headers,
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
