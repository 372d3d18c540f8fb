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
  ref,
  text,
  whole,
} from './parts.ts';

const orNull = (schema: Json, more: Json = {}) => ({ ...more, anyOf: [schema, { type: 'null' }] });
/** A kind that its own property names, with an `enum` of one value. */
const kind = (word: string, properties: Json, property = 'type') =>
  object({ [property]: choice(word), ...properties });
const model = (...names: string[]) => ({
  anyOf: [text, { type: 'string', enum: names }],
  description: 'ID of the model to use.',
  example: names[0],
});
const expiry = kind('last_active_at', { days: { type: 'integer', minimum: 1, maximum: 365 } }, 'anchor');

const schemas = {
  TextPart: kind('text', { text }),
  ImagePart: kind('image_url', {
    image_url: object({
      url: formatted('uri'),
      'detail?': { type: 'string', enum: ['auto', 'low', 'high'], default: 'auto' },
    }),
  }),
  SystemMessage: kind(
    'system',
    { content: { anyOf: [text, list(ref('TextPart'), { minItems: 1 })] }, 'name?': text },
    'role',
  ),
  UserMessage: kind(
    'user',
    { content: { anyOf: [text, list({ oneOf: [ref('TextPart'), ref('ImagePart')] }, { minItems: 1 })] } },
    'role',
  ),
  ToolMessage: kind('tool', { content: text, tool_call_id: text }, 'role'),
  Message: {
    oneOf: [ref('SystemMessage'), ref('UserMessage'), ref('ToolMessage')],
    discriminator: { propertyName: 'role' },
  },
  FunctionTool: kind('function', {
    function: object({
      name: { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,64}$' },
      'parameters?': { type: 'object', additionalProperties: true },
    }),
  }),
  SearchTool: kind('file_search', { 'max_num_results?': { type: 'integer', minimum: 1, maximum: 50 } }),
  ResponseFormat: {
    oneOf: [
      kind('text', {}),
      kind('json_object', {}),
      kind('json_schema', { json_schema: object({ name: text, 'strict?': orNull(flag) }) }),
    ],
  },
};

const temperature = orNull({ type: 'number', minimum: 0, maximum: 2, default: 1, example: 1 });
const tools = list({ oneOf: [ref('FunctionTool'), ref('SearchTool')] });

export const chat = document(
  '3.1.0',
  'Model API',
  {
    'POST /chat/completions': operation('createChatCompletion', 'Create chat completion', {
      body: object({
        messages: list(ref('Message'), { minItems: 1 }),
        model: model('large-5', 'small-5'),
        'temperature?': temperature,
        'n?': orNull({ type: 'integer', minimum: 1, maximum: 128, default: 1 }),
        'stop?': { oneOf: [orNull(text), list(text, { minItems: 1, maxItems: 4 })] },
        'response_format?': ref('ResponseFormat'),
        'tools?': tools,
      }),
    }),
    'POST /embeddings': operation('createEmbedding', 'Create embeddings', {
      body: object({
        input: {
          oneOf: [
            { type: 'string', title: 'string', minLength: 1 },
            list({ type: 'string', minLength: 1 }, { title: 'array', minItems: 1, maxItems: 2048 }),
            list(whole, { title: 'tokens', minItems: 1 }),
          ],
        },
        model: model('embedding-3'),
        'dimensions?': { type: 'integer', minimum: 1 },
      }),
    }),
    'POST /images/generations': operation('createImage', 'Create image', {
      body: object({
        prompt: {
          type: 'string',
          description: 'A text description of the image.',
          example: 'A cute baby sea otter',
        },
        'n?': orNull({ type: 'integer', minimum: 1, maximum: 10, default: 1 }),
        'size?': orNull({
          type: 'string',
          enum: ['auto', '1024x1024', '1536x1024', '256x256', '512x512'],
          default: 'auto',
        }),
      }),
    }),
    'POST /audio/speech': operation('createSpeech', 'Create speech', {
      body: object(
        {
          model: model('tts-1', 'tts-1-hd'),
          input: { type: 'string', maxLength: 4096 },
          voice: { anyOf: [text, choice('alloy', 'ash', 'coral', 'echo')] },
          'speed?': { type: 'number', default: 1, minimum: 0.25, maximum: 4 },
        },
        { additionalProperties: false },
      ),
    }),
    'POST /fine_tuning/jobs': operation('createFineTuningJob', 'Create fine-tuning job', {
      body: object({
        model: model('small-5'),
        training_file: { type: 'string', example: 'file-abc123' },
        method: object({
          type: choice('supervised', 'dpo'),
          'supervised?': object({
            'hyperparameters?': object({
              'n_epochs?': {
                oneOf: [choice('auto'), { type: 'integer', minimum: 1, maximum: 50 }],
                default: 'auto',
              },
            }),
          }),
        }),
        'suffix?': orNull({ type: 'string', minLength: 1, maxLength: 64 }),
      }),
    }),
    'GET /assistants': operation('listAssistants', 'List assistants', {
      parameters: [
        inQuery('limit', { type: 'integer', default: 20, minimum: 1, maximum: 100 }),
        inQuery('order', { type: 'string', default: 'desc', enum: ['asc', 'desc'] }),
      ],
    }),
    'POST /assistants': operation('createAssistant', 'Create assistant', {
      body: object({
        model: model('large-5'),
        'name?': orNull({ type: 'string', maxLength: 256 }),
        tools: { ...tools, minItems: 1, maxItems: 128 },
        'metadata?': orNull({ type: 'object', additionalProperties: { type: 'string' } }),
        'temperature?': temperature,
      }),
    }),
    'POST /threads/{thread_id}/runs': operation('createRun', 'Create run', {
      parameters: [inPath('thread_id', text, { description: 'The ID of the thread to run.' })],
      body: object({
        assistant_id: text,
        tool_choice: {
          oneOf: [choice('none', 'auto', 'required'), kind('function', { function: object({ name: text }) })],
        },
        'additional_messages?': orNull(list(ref('Message'))),
      }),
    }),
    'POST /vector_stores': operation('createVectorStore', 'Create vector store', {
      'body?': object({
        'name?': text,
        expires_after: expiry,
        chunking_strategy: {
          oneOf: [
            { ...kind('auto', {}), title: 'Auto' },
            kind('static', {
              static: object({
                max_chunk_size_tokens: { type: 'integer', minimum: 100, maximum: 4096 },
                chunk_overlap_tokens: whole,
              }),
            }),
          ],
        },
      }),
    }),
    'POST /moderations': operation('createModeration', 'Create moderation', {
      body: object({
        input: { oneOf: [text, list(text), list({ oneOf: [ref('ImagePart'), ref('TextPart')] })] },
        'model?': text,
      }),
    }),
  },
  { schemas },
);
