import {
  document,
  flag,
  inPath,
  inQuery,
  type Json,
  jsonBody,
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
const author = object({ name: text, email: text, date: { type: 'string', format: 'date-time' } }, [
  'name',
  'email',
]);

export const repositories = document('3.1.0', 'Repository REST API', {
  '/repos/{owner}/{repo}': {
    get: operation('repos/get', 'Get a repository', { parameters: place }),
    patch: operation('repos/update', 'Update a repository', {
      parameters: place,
      requestBody: jsonBody(
        object({
          name: text,
          private: { type: 'boolean', default: false },
          visibility: { type: 'string', enum: ['public', 'private'] },
        }),
        false,
      ),
    }),
  },
  '/repos/{owner}/{repo}/issues': {
    get: operation('issues/list-for-repo', 'List repository issues', {
      parameters: [
        ...place,
        inQuery('state', { type: 'string', enum: ['open', 'closed', 'all'], default: 'open' }),
        inQuery('since', { type: 'string', format: 'date-time' }),
        inQuery('per_page', { type: 'integer', default: 30 }),
      ],
    }),
    post: operation('issues/create', 'Create an issue', {
      parameters: place,
      requestBody: jsonBody(
        object(
          {
            title: { oneOf: [text, whole], description: 'The title of the issue.' },
            body: { type: 'string', description: 'The contents of the issue.' },
            milestone: {
              oneOf: [
                text,
                { type: 'integer', description: 'The `number` of the milestone.' },
                { type: 'null' },
              ],
            },
            labels: list({
              oneOf: [
                text,
                object({ id: whole, name: text, description: nullable('string'), color: nullable('string') }),
              ],
            }),
            assignees: list(text),
          },
          ['title', 'labels'],
        ),
      ),
    }),
  },
  '/repos/{owner}/{repo}/issues/{issue_number}/labels': {
    put: operation('issues/set-labels', 'Set labels for an issue', {
      parameters: [...place, number('issue_number')],
      requestBody: jsonBody(
        {
          oneOf: [
            object({ labels: list(text, { minItems: 1 }) }, ['labels'], { additionalProperties: false }),
            list(text, { minItems: 1 }),
            list(object({ name: text }, ['name']), { minItems: 1 }),
          ],
        },
        false,
      ),
    }),
  },
  '/repos/{owner}/{repo}/contents/{path}': {
    put: operation('repos/create-or-update-file-contents', 'Create or update file contents', {
      parameters: [...place, inPath('path')],
      requestBody: jsonBody(
        object(
          {
            message: { type: 'string', description: 'The commit message.' },
            content: { type: 'string', description: 'The new file content, using Base64 encoding.' },
            committer: author,
          },
          ['message', 'content'],
        ),
      ),
    }),
  },
  '/repos/{owner}/{repo}/git/trees': {
    post: operation('git/create-tree', 'Create a tree', {
      parameters: place,
      requestBody: jsonBody(
        object(
          {
            tree: list(
              object({
                path: text,
                mode: { type: 'string', enum: ['100644', '100755', '040000'] },
                type: { type: 'string', enum: ['blob', 'tree', 'commit'] },
                sha: nullable('string'),
              }),
            ),
            base_tree: text,
          },
          ['tree'],
        ),
      ),
    }),
  },
  '/repos/{owner}/{repo}/check-runs': {
    post: operation('checks/create', 'Create a check run', {
      parameters: place,
      requestBody: jsonBody(
        object(
          {
            name: text,
            head_sha: sha,
            status: { type: 'string', enum: ['queued', 'in_progress', 'completed'], default: 'queued' },
            conclusion: { type: 'string', enum: ['success', 'failure', 'neutral'] },
            output: object({ title: text, summary: { type: 'string', maxLength: 65535 } }, [
              'title',
              'summary',
            ]),
          },
          ['name', 'head_sha'],
          {
            oneOf: [
              { properties: { status: { enum: ['completed'] } }, required: ['status', 'conclusion'] },
              { properties: { status: { enum: ['queued', 'in_progress'] } } },
            ],
          },
        ),
      ),
    }),
  },
  '/repos/{owner}/{repo}/branches/{branch}/protection': {
    put: operation('repos/update-branch-protection', 'Update branch protection', {
      parameters: [...place, inPath('branch')],
      requestBody: jsonBody(
        object(
          {
            required_status_checks: nullable('object', {
              required: ['strict', 'contexts'],
              properties: { strict: flag, contexts: list(text) },
            }),
            enforce_admins: nullable('boolean'),
            restrictions: nullable('object', {
              required: ['users', 'teams'],
              properties: { users: list(text), teams: list(text) },
            }),
            allow_deletions: flag,
          },
          ['required_status_checks', 'enforce_admins', 'restrictions'],
        ),
      ),
    }),
  },
  '/repos/{owner}/{repo}/hooks': {
    post: operation('repos/create-webhook', 'Create a repository webhook', {
      parameters: place,
      requestBody: jsonBody(
        object(
          {
            name: text,
            config: object(
              {
                url: { type: 'string', format: 'uri', examples: ['https://example.com/webhook'] },
                insecure_ssl: { oneOf: [text, { type: 'number' }] },
              },
              ['url'],
            ),
            events: list(text, { default: ['push'] }),
          },
          ['config'],
        ),
      ),
    }),
  },
});
