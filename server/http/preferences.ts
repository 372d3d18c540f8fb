/** What a client prefers (RFC 7240), as far as the portal knows it. */
export interface Preferences {
  handling: 'strict' | 'lenient' | null;
  /** A success has the status of the API. */
  upstreamStatus: boolean;
}

/** The header `Prefer`, of which several lines are one list. The first of several equal preferences counts. */
export function readPreferences(header: string | null): Preferences {
  const values = new Map<string, string>();
  for (const preference of header === null ? [] : outsideQuotes(header, ',')) {
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

/** `Preference-Applied`, where any was. */
export function preferenceApplied(applied: Preferences): Record<string, string> {
  const { handling, upstreamStatus } = applied;
  const named = [
    ...(handling === null ? [] : [`handling=${handling}`]),
    ...(upstreamStatus ? ['upstream-status'] : []),
  ];
  return named.length === 0 ? {} : { 'preference-applied': named.join(', ') };
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
