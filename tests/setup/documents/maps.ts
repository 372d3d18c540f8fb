import { choice, document, formatted, inPath, inQuery, list, object, operation, text } from './parts.ts';

const latitude = { type: 'number', minimum: -90, maximum: 90 };
const longitude = { type: 'number', minimum: -180, maximum: 180 };
const point = object({ lat: latitude, lon: longitude });
const profile = inPath('profile', choice('driving', 'driving-traffic', 'walking', 'cycling'));
const required = true;

export const maps = document('3.0.2', 'Maps & Search API', {
  'GET /geocode': operation('geocode', 'Geocode an address', {
    parameters: [
      inQuery('q', { type: 'string', minLength: 3 }, { required, example: 'Unter den Linden 1, Berlin' }),
      inQuery('countrycodes', list({ type: 'string', minLength: 2, maxLength: 2 }), { explode: false }),
      inQuery('limit', { type: 'integer', minimum: 1, maximum: 40, default: 10 }),
      inQuery('layer', list(choice('address', 'poi', 'railway', 'natural', 'manmade')), { explode: false }),
    ],
  }),
  'GET /reverse': operation('reverseGeocode', 'Reverse geocode', {
    parameters: [
      inQuery('lat', latitude, { required }),
      inQuery('lon', longitude, { required }),
      inQuery('zoom', { type: 'integer', minimum: 0, maximum: 18, default: 18 }),
    ],
  }),
  'GET /places/nearby': operation('nearbyPlaces', 'Find nearby places', {
    parameters: [
      inQuery('near', point, { style: 'deepObject', explode: true, required }),
      inQuery('radius', { type: 'integer', minimum: 1, maximum: 50000 }, { required }),
      inQuery(
        'types',
        list(choice('bakery', 'bank', 'bar', 'cafe', 'museum', 'park', 'pharmacy', 'school')),
        { required, style: 'pipeDelimited', explode: false },
      ),
      inQuery('open_now', { type: 'boolean' }),
    ],
  }),
  'GET /places/bounded': operation('placesInBox', 'Find places in a box', {
    parameters: [
      inQuery('bbox', list({ type: 'number' }, { minItems: 4, maxItems: 4 }), {
        required,
        explode: false,
        description: 'West, south, east, north.',
      }),
      inQuery('categories', list({ type: 'integer' }), { style: 'spaceDelimited', explode: false }),
    ],
  }),
  'GET /directions/{profile}/{coordinates}': operation('directions', 'Get directions', {
    parameters: [
      profile,
      inPath('coordinates', list({ type: 'number' }, { minItems: 2 }), {
        description: 'Longitude and latitude of each point in turn.',
      }),
      inQuery('alternatives', { type: 'boolean', default: false }),
      inQuery('language', { type: 'string', pattern: '^[a-z]{2}$', default: 'en' }),
    ],
  }),
  'POST /optimize/{profile}': operation('optimizeTrip', 'Optimize a trip', {
    parameters: [profile],
    body: object({
      stops: list(point, { minItems: 2, maxItems: 25 }),
      'depart_at?': formatted('date-time'),
      vehicle: object({
        height: { type: 'number', minimum: 0, maximum: 10, exclusiveMinimum: true },
        'axles?': { type: 'integer', minimum: 2 },
      }),
    }),
  }),
  'POST /isochrones': operation('isochrones', 'Get isochrones', {
    body: object({
      location: list({ type: 'number' }, { minItems: 2, maxItems: 2 }),
      range: list({ type: 'number', minimum: 60, maximum: 3600, multipleOf: 60 }, { minItems: 1 }),
      'unit?': { type: 'string', enum: ['m', 'km', 'mi'], default: 'm' },
    }),
  }),
  'GET /tiles/{tileset}/{z}/{x}/{y}': operation('tile', 'Get a tile', {
    parameters: [
      inPath('tileset', text, { example: 'streets-v8' }),
      inPath('z', { type: 'integer', minimum: 0, maximum: 22 }),
      inPath('x', { type: 'integer', minimum: 0 }),
      inPath('y', { type: 'integer', minimum: 0 }),
    ],
  }),
  'GET /weather': operation('weather', 'Get the weather', {
    parameters: [
      inQuery('date', formatted('date'), { required }),
      inQuery('units', choice('metric', 'imperial'), { required }),
      inQuery('latlng', { type: 'string', pattern: '^-?\\d{1,2}\\.\\d+,-?\\d{1,3}\\.\\d+$' }, { required }),
    ],
  }),
  'GET /search': operation('search', 'Search', {
    parameters: [
      inQuery('query', text, { required }),
      inQuery(
        'filter',
        { type: 'object', additionalProperties: text },
        { style: 'deepObject', explode: true },
      ),
      inQuery('sort', list(choice('distance', '-distance', 'rating', '-rating')), {
        explode: false,
        required,
      }),
      { name: 'Accept-Language', in: 'header', schema: { type: 'string' } },
      { name: 'X-Session', in: 'header', required, schema: formatted('uuid') },
    ],
  }),
});
