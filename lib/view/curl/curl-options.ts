/** What an option of curl means for the call. */
export type CurlOption =
  | { kind: 'data' | 'json' | 'method' | 'address' | 'header' }
  | { kind: 'harmless'; takesValue: boolean | 'perhaps' }
  | { kind: 'refused'; why: string };

export function longOption(name: string): CurlOption {
  const refused = refusals[name];
  if (refused !== undefined) return { kind: 'refused', why: refused };
  const kind = knownOptions[name];
  if (kind) return { kind };
  return { kind: 'harmless', takesValue: flags.has(name) || name.startsWith('no-') ? false : 'perhaps' };
}

/** Short options with a meaning here; of the others, only whether a value follows matters. */
export function shortOption(letter: string): CurlOption {
  const name = shortNames[letter];
  if (name !== undefined) return longOption(name);
  return { kind: 'harmless', takesValue: shortWithValue.includes(letter) };
}

const knownOptions: Record<string, 'data' | 'json' | 'method' | 'address' | 'header'> = {
  data: 'data',
  'data-raw': 'data',
  'data-ascii': 'data',
  'data-binary': 'data',
  json: 'json',
  request: 'method',
  url: 'address',
  header: 'header',
};

const shortNames: Record<string, string> = {
  d: 'data',
  X: 'request',
  H: 'header',
  F: 'form',
  G: 'get',
  I: 'head',
  T: 'upload-file',
  K: 'config',
  ':': 'next',
};

const shortWithValue = 'AbcCDeEhmoPQrtuUwxyYz';

const elsewhere = 'puts the input into the URL; a call takes it as JSON, with -d.';
const refusals: Record<string, string> = {
  form: 'sends a form; a call takes its input as JSON, with -d.',
  'form-string': 'sends a form; a call takes its input as JSON, with -d.',
  'data-urlencode': 'sends a form; a call takes its input as JSON, with -d.',
  get: elsewhere,
  'url-query': elsewhere,
  head: 'requests only the headers; a call is a POST.',
  'upload-file': 'sends a file; a call takes its input as JSON, with -d.',
  config: 'reads more options from a file, which this page cannot read.',
  next: 'starts a second request; paste one call only.',
};

/** Common options without a value. After an unknown option, the next word decides. */
const flags = new Set([
  'anyauth',
  'basic',
  'compressed',
  'compressed-ssh',
  'digest',
  'disable',
  'fail',
  'fail-early',
  'fail-with-body',
  'globoff',
  'http0.9',
  'http1.0',
  'http1.1',
  'http2',
  'http2-prior-knowledge',
  'http3',
  'include',
  'insecure',
  'ipv4',
  'ipv6',
  'junk-session-cookies',
  'location',
  'location-trusted',
  'negotiate',
  'netrc',
  'ntlm',
  'parallel',
  'path-as-is',
  'progress-bar',
  'raw',
  'remote-header-name',
  'remote-name',
  'show-error',
  'show-headers',
  'silent',
  'ssl',
  'ssl-reqd',
  'styled-output',
  'tcp-fastopen',
  'tcp-nodelay',
  'tlsv1',
  'tlsv1.2',
  'tlsv1.3',
  'tr-encoding',
  'trace-time',
  'verbose',
  'xattr',
]);
