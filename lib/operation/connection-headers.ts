/**
 * Headers that are neither a template's nor a caller's to say, in lower case: how the connection works, where the
 * request goes, and how the answer is packed. They are no fields of a form, and never leave the portal.
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
