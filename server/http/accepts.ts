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
