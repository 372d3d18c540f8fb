/** Longer names lose their first words, which are the least specific. */
const maxWords = 7;

/** A resource in a path, and whether the path means one item of it. */
interface Step {
  words: string[];
  isOne: boolean;
}

/**
 * A name from method and path: `GET /customers/{customer}/sources/{id}` → "Get customer source". A path without words
 * is about `subject`.
 */
export function pathName(method: string, path: string, subject = ''): string {
  const { steps, action } = stepsOf(path);
  const [done, ...rest] = action;
  if (done !== undefined)
    return sentence([wording[done] ?? done, ...thingOf(steps, !takesMany.has(done)), ...rest]);
  const last = steps.at(-1);
  if (last === undefined) return sentence([methodVerbs[method] ?? method, subject]);
  const isMany = !last.isOne && isPlural(last.words.at(-1) ?? '');
  const isCreated = method === 'post' && !last.isOne;
  return sentence([methodVerb(method, isMany, last.isOne), ...thingOf(steps, !isMany || isCreated)]);
}

function methodVerb(method: string, isMany: boolean, isOne: boolean): string {
  if (method === 'get' && isMany) return 'list';
  if (method === 'post' && isOne) return 'update';
  return methodVerbs[method] ?? method;
}

const methodVerbs: Record<string, string> = {
  get: 'get',
  post: 'create',
  put: 'update',
  patch: 'update',
  delete: 'delete',
  head: 'check',
  options: 'describe options of',
  trace: 'trace',
};

/** Actions on many items. */
const takesMany = new Set(['list', 'search', 'find', 'query', 'export', 'import', 'sync', 'count', 'clear']);
const wording: Record<string, string> = {
  retrieve: 'get',
  fetch: 'get',
  read: 'get',
  lookup: 'look up',
  hangup: 'hang up',
  login: 'log in',
  logout: 'log out',
};

/** Names of the API or its version at the start of a path do not describe the resource. */
const noise = /^(?:api|rest|v\d+(?:[._-]?\w{1,8}){0,3}|\d+(?:\.\d+)*|\d{4}-\d\d(?:-\d\d)?)$/i;
const fileEnding = /\.(?:json|xml|csv|html?|php|aspx?)$/i;
/** Stands for a parameter within a segment. */
const blank = '\u0000';

/** The first resource in a path; undefined if a parameter comes first. */
export function resourceOf(path: string): string | undefined {
  const [first = ''] = segmentsOf(path.replace(/[?#].*$/s, ''));
  const [resource = ''] = first.replace(fileEnding, '').split(':');
  return resource === '' || resource.includes('{') ? undefined : resource;
}

function segmentsOf(plain: string): string[] {
  const segments = plain.split('/').filter((segment) => segment !== '');
  while (segments.length > 1 && noise.test(segments[0] ?? '')) segments.shift();
  return segments;
}

function stepsOf(path: string): { steps: Step[]; action: string[] } {
  const [plain = '', fragment = ''] = path.replace(/\?.*$/s, '').split('#');
  const segments = segmentsOf(plain);
  // Some APIs with one address name the action in the fragment.
  if (fragment !== '') segments.push(fragment.replace(/^.*[.=]/s, ''));
  const steps: Step[] = [];
  let action: string[] = [];
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    const open = segment.replace(/\{[^{}]*\}/g, blank);
    const colon = open.lastIndexOf(':');
    const custom = colon > 0 && isLast && !open.endsWith(blank) ? wordsOf(open.slice(colon + 1)) : [];
    const literal = (custom.length > 0 ? open.slice(0, colon) : open).replace(fileEnding, '');
    const words = wordsOf(literal);
    if (literal.includes(blank) && words.every((word) => word.length < 2)) markAsOne(steps, segment);
    else if (isLast && custom.length === 0 && isAction(literal, steps)) action = actionOf(literal, steps);
    else if (words.length > 0) steps.push({ words, isOne: literal.includes(blank) });
    if (custom.length > 0) action = joinedVerb(custom);
  });
  // `/search/issues` searches issues.
  const [first] = steps;
  if (action.length === 0 && steps.length > 1 && first?.words.join() === 'search' && !first.isOne)
    return { steps: steps.slice(1), action: first.words };
  return { steps, action };
}

/** A parameter after a resource means one item. A leading parameter gives its own name. */
function markAsOne(steps: Step[], segment: string): void {
  const last = steps.at(-1);
  if (last !== undefined) {
    last.isOne = true;
    return;
  }
  const words = wordsOf(/\{([^{}]*)\}/.exec(segment)?.[1] ?? '').filter((word) => !parameterWords.has(word));
  if (words.length > 0) steps.push({ words, isOne: true });
}

const parameterWords = new Set([
  'id', 'ids', 'sid', 'uuid', 'guid', 'key', 'slug', 'number', 'name', 'parent', 'path', 'resource',
]); // biome-ignore format: a list of words

/** Whether the last segment is an action: `capture`, `send_invoice`, `users.list`. */
function isAction(literal: string, steps: Step[]): boolean {
  const words = wordsOf(literal);
  const [first = '', ...rest] = words;
  if (isOnlyVerb(first) || (bulk.has(first) && isVerb(rest[0] ?? ''))) return true;
  if (afterDot(literal).some(isVerb) || rest.some(isOnlyVerb)) return true;
  const followsOne = steps.length === 0 || steps.at(-1)?.isOne === true;
  return rest.length === 0 && isVerb(first) && followsOne;
}

/** `chat.postMessage` posts a message of a chat: the word before the verb is the resource. */
function actionOf(literal: string, steps: Step[]): string[] {
  const words = wordsOf(literal);
  const dotted = afterDot(literal);
  const inDotted = dotted.findIndex(isVerb);
  const at =
    inDotted >= 0
      ? words.length - dotted.length + inDotted
      : isVerb(words[0] ?? '') || bulk.has(words[0] ?? '')
        ? 0
        : words.findIndex(isOnlyVerb);
  for (const word of words.slice(0, at)) steps.push({ words: [word], isOne: false });
  return joinedVerb(words.slice(at));
}

function afterDot(literal: string): string[] {
  return literal.includes('.') ? wordsOf(literal.slice(literal.lastIndexOf('.') + 1)) : [];
}

const bulk = new Set(['batch', 'bulk', 'mass']);

function joinedVerb([first = '', second = '', ...rest]: string[]): string[] {
  if (bulk.has(first) && isVerb(second)) return [`${first} ${second}`, ...rest];
  return [first, ...(second === '' ? [] : [second]), ...rest];
}

/** The words of a resource, preceded by those of its parents. */
function thingOf(steps: Step[], isOne: boolean): string[] {
  return steps.flatMap(({ words }, index) => {
    const last = words.at(-1) ?? '';
    return [...words.slice(0, -1), isOne || index < steps.length - 1 ? singular(last) : last];
  });
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const abbreviations = new Map(
  [
    'AI', 'API', 'APIs', 'CSV', 'DNS', 'GPS', 'HTML', 'HTTP', 'HTTPS', 'ID', 'IDs', 'IP', 'IPs', 'JSON', 'JWT', 'MFA', 'NFT',
    'NFTs', 'OAuth', 'OTP', 'PDF', 'PDFs', 'QR', 'RSS', 'SAML', 'SDK', 'SEO', 'SKU', 'SKUs', 'SMS', 'SQL', 'SSH', 'SSL',
    'SSO', 'SVG', 'TLS', 'URL', 'URLs', 'URI', 'UUID', 'VAT', 'VM', 'VPC', 'VPN', 'XML', 'YAML', 'ZIP',
  ].map((word) => [word.toLowerCase(), word]), // biome-ignore format: a list of words
);

function sentence([verb = '', ...thing]: string[]): string {
  // Reads repeated words, as in /user/users, once.
  const distinct = thing.filter((word, index) => singular(word) !== singular(thing[index + 1] ?? ''));
  const words = distinct.filter((word) => word !== '').slice(-maxWords);
  const text = [verb, ...words.map((word) => abbreviations.get(word) ?? word)].join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Verbs. At the end of a path they name the action, not the resource. */
const verbs = new Set([
  'abort', 'accept', 'acknowledge', 'activate', 'add', 'advance', 'analyse', 'analyze', 'apply', 'approve', 'archive',
  'assign', 'attach', 'authenticate', 'authorize', 'autocomplete', 'block', 'calculate', 'cancel', 'capture', 'check',
  'claim', 'classify', 'clear', 'clone', 'close', 'compare', 'complete', 'compute', 'confirm', 'connect', 'convert',
  'copy', 'create', 'deactivate', 'decline', 'decrypt', 'delete', 'deliver', 'deploy', 'describe', 'destroy', 'detach',
  'detect', 'disable', 'disconnect', 'dismiss', 'download', 'duplicate', 'edit', 'enable', 'encrypt', 'end', 'estimate',
  'evaluate', 'execute', 'expire', 'export', 'extract', 'fetch', 'finalize', 'find', 'finish', 'follow', 'fork',
  'generate', 'get', 'hangup', 'import', 'insert', 'install', 'invite', 'join', 'kick', 'launch', 'leave', 'like', 'link', 'list',
  'lock', 'login', 'logout', 'lookup', 'mark', 'match', 'merge', 'migrate', 'modify', 'move', 'mute', 'open', 'parse',
  'patch', 'pause', 'pay', 'pin', 'post', 'predict', 'preview', 'process', 'promote', 'publish', 'pull', 'purchase',
  'push', 'put', 'query', 'read', 'reactivate', 'reauthorize', 'rebuild', 'redeem', 'refer', 'refresh', 'refund', 'register',
  'reject', 'release', 'reload', 'remove', 'rename', 'render', 'renew', 'reopen', 'reorder', 'replace', 'report',
  'request', 'resend', 'reset', 'resize', 'resolve', 'restart', 'restore', 'resume', 'retrieve', 'retry', 'return',
  'reverse', 'revert', 'revoke', 'rotate', 'run', 'save', 'scan', 'schedule', 'search', 'send', 'set', 'share', 'sign',
  'simulate', 'skip', 'split', 'star', 'start', 'stop', 'submit', 'subscribe', 'suggest', 'summarize', 'suspend', 'swap',
  'sync', 'synchronize', 'tag', 'terminate', 'test', 'track', 'train', 'transcribe', 'transfer', 'translate', 'trigger',
  'unarchive', 'unassign', 'unblock', 'undelete', 'unfollow', 'uninstall', 'unlink', 'unlock', 'unmute', 'unpin',
  'unpublish', 'unstar', 'unsubscribe', 'unsuspend', 'update', 'upgrade', 'upload', 'upsert', 'validate', 'verify',
  'void', 'vote', 'watch', 'withdraw', 'write',
]); // biome-ignore format: a list of words

/** Many of these are nouns as often. After a noun, they are nouns if something is created or listed. */
const thingsToo = new Set([
  'block', 'check', 'claim', 'end', 'fork', 'import', 'export', 'like', 'link', 'list', 'lock', 'match', 'merge', 'open',
  'patch', 'pin', 'post', 'process', 'pull', 'purchase', 'query', 'refund', 'release', 'report', 'request', 'return',
  'run', 'schedule', 'set', 'share', 'sign', 'split', 'star', 'start', 'swap', 'tag', 'test', 'track',
  'transfer', 'trigger', 'update', 'upgrade', 'upload', 'vote', 'watch', 'download', 'estimate', 'preview',
]); // biome-ignore format: a list of words

export function isVerb(word: string): boolean {
  return verbs.has(word);
}

function isOnlyVerb(word: string): boolean {
  return verbs.has(word) && !thingsToo.has(word);
}

const singulars: Record<string, string> = {
  people: 'person', children: 'child', movies: 'movie', cookies: 'cookie', series: 'series', species: 'species',
  aliases: 'alias', statuses: 'status', viruses: 'virus', campuses: 'campus', bonuses: 'bonus', indices: 'index',
  matrices: 'matrix', vertices: 'vertex', analyses: 'analysis', calories: 'calorie', selfies: 'selfie', men: 'man',
  women: 'woman', leaves: 'leave', criteria: 'criterion',
}; // biome-ignore format: a list of words

/** Singular words with a plural ending. */
const alwaysOne = new Set([
  'analytics', 'analysis', 'address', 'access', 'basis', 'bus', 'business', 'canvas', 'chorus', 'class', 'credentials',
  'details', 'diagnostics', 'dns', 'gas', 'gps', 'https', 'kubernetes', 'news', 'progress', 'rss', 'series',
  'settings', 'sms', 'species', 'stats', 'statistics', 'status', 'tls', 'ops', 'aws', 'css', 'preferences', 'js', 'oss',
]); // biome-ignore format: a list of words

function isPlural(word: string): boolean {
  if (alwaysOne.has(word)) return false;
  return Object.hasOwn(singulars, word) || (/\p{L}{2}s$/u.test(word) && !/(?:ss|us|is)$/.test(word));
}

function singular(word: string): string {
  if (Object.hasOwn(singulars, word)) return singulars[word] ?? word;
  if (!isPlural(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
