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
