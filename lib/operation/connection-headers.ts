/**
 * Headers, in lower case, that neither templates nor callers may set: connection, routing and content encoding. They
 * are not form fields, and are never sent to the upstream.
 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
