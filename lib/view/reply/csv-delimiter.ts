const candidates = [',', ';', '\t', '|'];

/** The most common delimiter in the first line, outside of quotes. */
export function csvDelimiter(text: string, mediaType: string): string {
  if (mediaType === 'text/tab-separated-values') return '\t';
  const [firstLine = ''] = text.slice(0, 10_000).split(/\r|\n/, 1);
  const plain = firstLine.replace(/"[^"]*"/g, '');
  const counts = candidates.map((candidate) => plain.split(candidate).length);
  return candidates[counts.indexOf(Math.max(...counts))] ?? ',';
}
