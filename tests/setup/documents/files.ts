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
} from './parts.ts';

const file = { type: 'string', format: 'binary', description: 'The file to upload.' };
const multipart = (properties: Json, encoding?: Json) => ({
  required: true,
  content: { 'multipart/form-data': { schema: object(properties), ...(encoding ? { encoding } : {}) } },
});
const fileId = inPath('file_id', { type: 'string', pattern: '^file-[a-z0-9]{6}$', example: 'file-abc123' });

export const files = document('3.0.3', 'Files API', {
  'GET /files': operation('listFiles', 'List files', {
    parameters: [
      inQuery('q', text, { description: 'For example `name contains "invoice"`.', required: true }),
      inQuery('pageSize', { type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
    ],
  }),
  'POST /files': operation('uploadFile', 'Upload file', {
    requestBody: multipart({
      file,
      purpose: choice('assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'),
    }),
  }),
  'POST /files/annotated': operation('uploadAnnotatedFile', 'Upload a file with metadata', {
    requestBody: multipart(
      {
        metadata: object({ name: text, 'tags?': list(text), 'size?': { type: 'integer', minimum: 0 } }),
        tags: list({ type: 'string', maxLength: 20 }, { minItems: 1 }),
        file,
      },
      { metadata: { contentType: 'application/json' } },
    ),
  }),
  'POST /files/batch': operation('uploadFiles', 'Upload several files', {
    requestBody: multipart({ files: list(file, { minItems: 1 }), folder: text }),
  }),
  'POST /images/edits': operation('editImage', 'Edit an image', {
    requestBody: multipart({
      image: formatted('binary'),
      'mask?': formatted('binary'),
      prompt: { type: 'string', maxLength: 1000 },
      'n?': { type: 'integer', minimum: 1, maximum: 10, default: 1, nullable: true },
    }),
  }),
  'PUT /files/{file_id}/content': operation('replaceContent', 'Replace the content of a file', {
    parameters: [fileId],
    requestBody: { required: true, content: { 'application/octet-stream': { schema: formatted('binary') } } },
  }),
  'PUT /users/me/avatar': operation('setAvatar', 'Set an avatar', {
    body: object({
      image: formatted('byte'),
      crop: object({
        x: { type: 'integer', minimum: 0 },
        size: { type: 'integer', minimum: 16, maximum: 512 },
      }),
    }),
  }),
  'POST /files/{file_id}/share': operation('shareFile', 'Share a file', {
    parameters: [fileId],
    body: object({
      role: choice('reader', 'commenter', 'writer'),
      expires: formatted('date'),
      emails: list(formatted('email'), { minItems: 1, uniqueItems: true }),
      'notify?': { type: 'boolean', default: true },
    }),
  }),
  'POST /folders': operation('createFolder', 'Create a folder', {
    body: object({
      path: { type: 'string', pattern: '^/([^/]+/)*[^/]+$', maxLength: 200 },
      'autorename?': flag,
      colour: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
    }),
  }),
  'POST /uploads/{upload_id}/parts': operation('addPart', 'Add a part to an upload', {
    parameters: [
      inPath('upload_id'),
      inQuery('offset', { type: 'integer', minimum: 0, multipleOf: 256 }, { required: true }),
    ],
    requestBody: multipart({
      data: file,
      checksum: { type: 'string', pattern: '^[0-9a-f]{8}$', description: 'CRC32, eight hexadecimal digits.' },
    }),
  }),
});
