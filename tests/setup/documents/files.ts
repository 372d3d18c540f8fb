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
} from './parts.ts';

const file = { type: 'string', format: 'binary', description: 'The file to upload.' };
const multipart = (properties: Json, required: string[], encoding?: Json) => ({
  required: true,
  content: {
    'multipart/form-data': { schema: object(properties, required), ...(encoding ? { encoding } : {}) },
  },
});
const fileId = inPath('file_id', { type: 'string', pattern: '^file-[a-z0-9]{6}$', example: 'file-abc123' });

export const files = document('3.0.3', 'Files API', {
  '/files': {
    get: operation('listFiles', 'List files', {
      parameters: [
        inQuery('q', text, { description: 'For example `name contains "invoice"`.', required: true }),
        inQuery('pageSize', { type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
      ],
    }),
    post: operation('uploadFile', 'Upload file', {
      requestBody: multipart(
        {
          file,
          purpose: {
            type: 'string',
            enum: ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'],
          },
        },
        ['file', 'purpose'],
      ),
    }),
  },
  '/files/annotated': {
    post: operation('uploadAnnotatedFile', 'Upload a file with metadata', {
      requestBody: multipart(
        {
          metadata: object({ name: text, tags: list(text), size: { type: 'integer', minimum: 0 } }, ['name']),
          tags: list({ type: 'string', maxLength: 20 }, { minItems: 1 }),
          file,
        },
        ['metadata', 'tags', 'file'],
        { metadata: { contentType: 'application/json' } },
      ),
    }),
  },
  '/files/batch': {
    post: operation('uploadFiles', 'Upload several files', {
      requestBody: multipart({ files: list(file, { minItems: 1 }), folder: text }, ['files', 'folder']),
    }),
  },
  '/images/edits': {
    post: operation('editImage', 'Edit an image', {
      requestBody: multipart(
        {
          image: { type: 'string', format: 'binary' },
          mask: { type: 'string', format: 'binary' },
          prompt: { type: 'string', maxLength: 1000 },
          n: { type: 'integer', minimum: 1, maximum: 10, default: 1, nullable: true },
        },
        ['image', 'prompt'],
      ),
    }),
  },
  '/files/{file_id}/content': {
    put: operation('replaceContent', 'Replace the content of a file', {
      parameters: [fileId],
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
  },
  '/users/me/avatar': {
    put: operation('setAvatar', 'Set an avatar', {
      requestBody: jsonBody(
        object(
          {
            image: { type: 'string', format: 'byte' },
            crop: object(
              { x: { type: 'integer', minimum: 0 }, size: { type: 'integer', minimum: 16, maximum: 512 } },
              ['x', 'size'],
            ),
          },
          ['image', 'crop'],
        ),
      ),
    }),
  },
  '/files/{file_id}/share': {
    post: operation('shareFile', 'Share a file', {
      parameters: [fileId],
      requestBody: jsonBody(
        object(
          {
            role: { type: 'string', enum: ['reader', 'commenter', 'writer'] },
            expires: { type: 'string', format: 'date' },
            emails: list({ type: 'string', format: 'email' }, { minItems: 1, uniqueItems: true }),
            notify: { type: 'boolean', default: true },
          },
          ['role', 'expires', 'emails'],
        ),
      ),
    }),
  },
  '/folders': {
    post: operation('createFolder', 'Create a folder', {
      requestBody: jsonBody(
        object(
          {
            path: { type: 'string', pattern: '^/([^/]+/)*[^/]+$', maxLength: 200 },
            autorename: flag,
            colour: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
          },
          ['path', 'colour'],
        ),
      ),
    }),
  },
  '/uploads/{upload_id}/parts': {
    post: operation('addPart', 'Add a part to an upload', {
      parameters: [
        inPath('upload_id'),
        inQuery('offset', { type: 'integer', minimum: 0, multipleOf: 256 }, { required: true }),
      ],
      requestBody: multipart(
        {
          data: file,
          checksum: {
            type: 'string',
            pattern: '^[0-9a-f]{8}$',
            description: 'CRC32, eight hexadecimal digits.',
          },
        },
        ['data', 'checksum'],
      ),
    }),
  },
});
