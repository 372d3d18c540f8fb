/** What a client prefers (RFC 7240), as far as the portal knows it. */
export interface Preferences {
  handling: 'strict' | 'lenient' | null;
  /** A success has the status of the API. */
  upstreamStatus: boolean;
}

/** The header `Prefer`, of which several lines are one list. The first of several equal preferences counts. */
export function readPreferences(header: string | null): Preferences {
  if (header === null) return { handling: null, upstreamStatus: false };
  const values = new Map<string, string>();
  for (const preference of outsideQuotes(header, ',')) {
    const [assignment = ''] = outsideQuotes(preference, ';');
    const [name = '', ...value] = assignment.split('=');
    const key = name.trim().toLowerCase();
    if (key !== '' && !values.has(key)) values.set(key, unquoted(value.join('=').trim()).toLowerCase());
  }
  const handling = values.get('handling');
  return {
    handling: handling === 'strict' || handling === 'lenient' ? handling : null,
    upstreamStatus: values.get('upstream-status') === '',
  };
}

/** `Preference-Applied`; null where none was. */
export function preferenceApplied({ handling, upstreamStatus }: Preferences): string | null {
  const named = handling === null ? null : `handling=${handling}`;
  if (!upstreamStatus) return named;
  return named === null ? 'upstream-status' : `${named}, upstream-status`;
}

function unquoted(value: string): string {
  const quoted = /^"(.*)"$/s.exec(value)?.[1];
  return quoted?.replace(/\\(.)/gs, '$1') ?? value;
}

function outsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Whether a client that sent this `Accept` takes a media type: the most specific range that matches decides. */
export function accepts(accept: string | null, mediaType: string): boolean {
  if (accept === null || accept === '' || accept === '*/*') return true;
  const [type = '', subtype = ''] = mediaType.split('/');
  let specific = -1;
  let admitted = false;
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    const rank = [`*/*`, `${type}/*`, `${type}/${subtype}`].indexOf(name);
    if (rank <= specific) continue;
    specific = rank;
    admitted = !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return admitted;
}

/** Whether a client names Markdown and likes it at least as much as HTML, which browsers and wildcards never do. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/markdown')) return false;
  const ranges = accept.toLowerCase().split(',').map(readRange);
  const markdown = ranges.find(({ name }) => name === 'text/markdown');
  const html = ['text/html', 'text/*', '*/*']
    .map((name) => ranges.find((range) => range.name === name))
    .find((range) => range !== undefined);
  if (!markdown || markdown.q === 0) return false;
  if (!html || markdown.q !== html.q) return markdown.q > (html?.q ?? 0);
  // Equally liked: a wildcard names nothing, and of two that are named the first one.
  return html.name !== 'text/html' || ranges.indexOf(markdown) < ranges.indexOf(html);
}

function readRange(range: string): { name: string; q: number } {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.map((parameter) => /^q=(0(?:\.\d*)?|1(?:\.0*)?)$/.exec(parameter)?.[1]);
  return { name, q: Number(weight.find((text) => text !== undefined) ?? 1) };
}
