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

export function isOnlyVerb(word: string): boolean {
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

export function isPlural(word: string): boolean {
  if (alwaysOne.has(word)) return false;
  return Object.hasOwn(singulars, word) || (/\p{L}{2}s$/u.test(word) && !/(?:ss|us|is)$/.test(word));
}

export function singular(word: string): string {
  if (Object.hasOwn(singulars, word)) return singulars[word] ?? word;
  if (!isPlural(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
