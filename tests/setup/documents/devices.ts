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

/** Of 3.1: `const`, `$defs` inside a schema, types as lists, tuples, conditions, and keys by pattern. */
const command = {
  $defs: {
    Colour: object({
      hue: { type: 'integer', minimum: 0, exclusiveMaximum: 360 },
      saturation: { type: 'number', minimum: 0, maximum: 1 },
    }),
    Level: { type: 'integer', minimum: 0, maximum: 100 },
  },
  oneOf: [
    object({ command: { const: 'on' } }, { title: 'Turn on' }),
    object({ command: { const: 'dim' }, level: { $ref: '#/$defs/Level' } }, { title: 'Dim' }),
    object({ command: { const: 'colour' }, colour: { $ref: '#/$defs/Colour' } }, { title: 'Set the colour' }),
  ],
};
/** The same with references that are whole, as the document's own tools write them. */
const inPlace = (schema: Json, at: string): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${at}/$defs/`));
const deviceId = inPath('device_id', formatted('uuid'));
const orNull = (type: string, more: Json = {}) => ({ type: [type, 'null'], ...more });

export const devices = document(
  '3.1.0',
  'Devices API',
  {
    'GET /devices': operation('listDevices', 'List devices', {
      parameters: [
        inQuery('online', orNull('boolean')),
        inQuery('room', { type: 'array', items: text, uniqueItems: true }),
      ],
    }),
    'POST /devices': operation('addDevice', 'Add a device', {
      body: object(
        {
          kind: {
            oneOf: [
              { const: 'lamp', title: 'A lamp' },
              { const: 'sensor', title: 'A sensor' },
              { const: 'plug', description: 'Anything with a socket.' },
            ],
          },
          name: { type: 'string', minLength: 2, maxLength: 30, examples: ['Desk lamp', 'Hall lamp'] },
          mac: { type: 'string', pattern: '^([0-9A-F]{2}:){5}[0-9A-F]{2}$' },
          position: {
            type: 'array',
            prefixItems: [
              { type: 'number', title: 'Latitude', minimum: -90, maximum: 90 },
              { type: 'number', title: 'Longitude', minimum: -180, maximum: 180 },
            ],
            items: false,
            minItems: 2,
          },
          parent: orNull('string', { format: 'uuid' }),
        },
        { unevaluatedProperties: false },
      ),
    }),
    'GET /devices/{device_id}': operation('getDevice', 'Get a device', {
      parameters: [deviceId],
    }),
    'PATCH /devices/{device_id}': operation('changeDevice', 'Change a device', {
      parameters: [deviceId],
      body: object(
        { 'name?': orNull('string', { maxLength: 30 }), 'room?': orNull('string') },
        { minProperties: 1 },
      ),
    }),
    'POST /devices/{device_id}/commands': operation('sendCommand', 'Send a command', {
      parameters: [deviceId],
      body: { $ref: '#/components/schemas/Command' },
    }),
    'POST /scenes': operation('createScene', 'Create a scene', {
      body: object({
        name: text,
        version: { const: 2 },
        steps: list(
          object({ device: formatted('uuid'), command: { $ref: '#/components/schemas/Command' } }),
          { minItems: 1 },
        ),
      }),
    }),
    'POST /schedules': operation('createSchedule', 'Create a schedule', {
      body: object(
        {
          mode: choice('daily', 'once'),
          at: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'Hours and minutes.' },
          'date?': formatted('date'),
          'weekdays?': list(
            { enum: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] },
            { minItems: 1, uniqueItems: true },
          ),
        },
        {
          if: { properties: { mode: { const: 'once' } } },
          then: { required: ['date'] },
          else: { required: ['weekdays'] },
        },
      ),
    }),
    'POST /rules': operation('createRule', 'Create a rule', {
      body: object({
        when: object(
          { sensor: text, 'above?': { type: 'number' }, 'below?': { type: 'number' } },
          { anyOf: [{ required: ['above'] }, { required: ['below'] }] },
        ),
        set: {
          type: 'object',
          patternProperties: { '^lamp\\.[a-z]+$': { type: 'integer', minimum: 0, maximum: 100 } },
          additionalProperties: false,
          minProperties: 1,
        },
      }),
    }),
    'POST /firmware': operation('uploadFirmware', 'Upload firmware', {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: object({
              image: { type: 'string', contentMediaType: 'application/octet-stream' },
              version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
            }),
          },
        },
      },
    }),
    'POST /readings': operation('addReadings', 'Add readings', {
      body: list(object({ sensor: text, value: { type: ['number', 'string'] }, at: whole, 'valid?': flag }), {
        minItems: 1,
      }),
    }),
  },
  { schemas: { Command: inPlace(command, '#/components/schemas/Command') } },
);
