import {
  choice,
  document,
  flag,
  formatted,
  inPath,
  inQuery,
  type Json,
  list,
  object,
  operation,
  text,
  whole,
} from './parts.ts';

const place = [
  inPath('owner', text, {
    description: 'The account owner of the repository. The name is not case sensitive.',
  }),
  inPath('repo', text, { description: 'The name of the repository without the `.git` extension.' }),
];
const number = (name: string) =>
  inPath(name, { type: 'integer' }, { description: 'The number that identifies it.' });
const nullable = (type: string, more: Json = {}) => ({ type: [type, 'null'], ...more });
const sha = {
  type: 'string',
  minLength: 40,
  maxLength: 40,
  pattern: '^[0-9a-fA-F]+$',
  description: 'The SHA of the commit.',
};
const author = object({ name: text, email: text, 'date?': formatted('date-time') });

export const repositories = document('3.1.0', 'Repository REST API', {
  'GET /repos/{owner}/{repo}': operation('repos/get', 'Get a repository', {
    parameters: place,
  }),
  'PATCH /repos/{owner}/{repo}': operation('repos/update', 'Update a repository', {
    parameters: place,
    'body?': object({
      'name?': text,
      'private?': { type: 'boolean', default: false },
      'visibility?': choice('public', 'private'),
    }),
  }),
  'GET /repos/{owner}/{repo}/issues': operation('issues/list-for-repo', 'List repository issues', {
    parameters: [
      ...place,
      inQuery('state', { type: 'string', enum: ['open', 'closed', 'all'], default: 'open' }),
      inQuery('since', formatted('date-time')),
      inQuery('per_page', { type: 'integer', default: 30 }),
    ],
  }),
  'POST /repos/{owner}/{repo}/issues': operation('issues/create', 'Create an issue', {
    parameters: place,
    body: object({
      title: { oneOf: [text, whole], description: 'The title of the issue.' },
      'body?': { type: 'string', description: 'The contents of the issue.' },
      'milestone?': {
        oneOf: [text, { type: 'integer', description: 'The `number` of the milestone.' }, { type: 'null' }],
      },
      labels: list({
        oneOf: [
          text,
          object({
            'id?': whole,
            'name?': text,
            'description?': nullable('string'),
            'color?': nullable('string'),
          }),
        ],
      }),
      'assignees?': list(text),
    }),
  }),
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/labels': operation(
    'issues/set-labels',
    'Set labels for an issue',
    {
      parameters: [...place, number('issue_number')],
      'body?': {
        oneOf: [
          object({ labels: list(text, { minItems: 1 }) }, { additionalProperties: false }),
          list(text, { minItems: 1 }),
          list(object({ name: text }), { minItems: 1 }),
        ],
      },
    },
  ),
  'PUT /repos/{owner}/{repo}/contents/{path}': operation(
    'repos/create-or-update-file-contents',
    'Create or update file contents',
    {
      parameters: [...place, inPath('path')],
      body: object({
        message: { type: 'string', description: 'The commit message.' },
        content: { type: 'string', description: 'The new file content, using Base64 encoding.' },
        'committer?': author,
      }),
    },
  ),
  'POST /repos/{owner}/{repo}/git/trees': operation('git/create-tree', 'Create a tree', {
    parameters: place,
    body: object({
      tree: list(
        object({
          'path?': text,
          'mode?': choice('100644', '100755', '040000'),
          'type?': choice('blob', 'tree', 'commit'),
          'sha?': nullable('string'),
        }),
      ),
      'base_tree?': text,
    }),
  }),
  'POST /repos/{owner}/{repo}/check-runs': operation('checks/create', 'Create a check run', {
    parameters: place,
    body: object(
      {
        name: text,
        head_sha: sha,
        'status?': { type: 'string', enum: ['queued', 'in_progress', 'completed'], default: 'queued' },
        'conclusion?': choice('success', 'failure', 'neutral'),
        'output?': object({ title: text, summary: { type: 'string', maxLength: 65535 } }),
      },
      {
        oneOf: [
          { properties: { status: { enum: ['completed'] } }, required: ['status', 'conclusion'] },
          { properties: { status: { enum: ['queued', 'in_progress'] } } },
        ],
      },
    ),
  }),
  'PUT /repos/{owner}/{repo}/branches/{branch}/protection': operation(
    'repos/update-branch-protection',
    'Update branch protection',
    {
      parameters: [...place, inPath('branch')],
      body: object({
        required_status_checks: nullable('object', {
          required: ['strict', 'contexts'],
          properties: { strict: flag, contexts: list(text) },
        }),
        enforce_admins: nullable('boolean'),
        restrictions: nullable('object', {
          required: ['users', 'teams'],
          properties: { users: list(text), teams: list(text) },
        }),
        'allow_deletions?': flag,
      }),
    },
  ),
  'POST /repos/{owner}/{repo}/hooks': operation('repos/create-webhook', 'Create a repository webhook', {
    parameters: place,
    body: object({
      'name?': text,
      config: object({
        url: { type: 'string', format: 'uri', examples: ['https://example.com/webhook'] },
        'insecure_ssl?': { oneOf: [text, { type: 'number' }] },
      }),
      'events?': list(text, { default: ['push'] }),
    }),
  }),
});
