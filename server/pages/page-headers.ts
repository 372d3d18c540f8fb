import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const nonceBytes = 16;

/** The most that a page may do. No page of the portal uses a device, and no frame in it may. */
const constantHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Says what the browser may do with a page. Next takes the nonce for its scripts out of the header of the request,
 * which is therefore always the portal's, whatever came.
 */
export function setPageHeaders(incoming: IncomingMessage, outgoing: ServerResponse, dev: boolean): void {
  const policy = contentSecurityPolicy(randomBytes(nonceBytes).toString('base64'), dev);
  incoming.headers['content-security-policy'] = policy;
  outgoing.setHeader('content-security-policy', policy);
  for (const [name, value] of Object.entries(constantHeaders)) outgoing.setHeader(name, value);
}

/** By its whole name, so that no other way of writing the address of a page is taken for it. */
const buildFile = /^\/_next\/static\/(?:chunks|media)\/[\w.~-]+\.(?:js|css|woff2)$/;

/** Whether this is a script, a style or a font of the build: no page, and the same for everybody. */
export function isBuildFile(pathname: string): boolean {
  return buildFile.test(pathname);
}

/** Files need no policy: the page that loads them has one. It would be longer than some of the files. */
export function setBuildFileHeaders(outgoing: ServerResponse): void {
  outgoing.setHeader('x-content-type-options', 'nosniff');
}

/**
 * Scripts are those that bear the nonce, and those that they load. Styles may stand in the page: editors and plots
 * write their own, and a style reads nothing that could be sent anywhere. A file for a form may be read from an address
 * whose server lets other pages read it; what a page sends by itself goes to the portal alone. Replies of APIs are shown as blob: and
 * data:, documents among them in frames, which inherit this policy.
 */
function contentSecurityPolicy(nonce: string, dev: boolean): string {
  const directives = {
    'default-src': "'self'",
    // React makes call stacks with eval while it is developed with.
    'script-src': `'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' blob: data:",
    'media-src': "'self' blob: data:",
    'font-src': "'self' data:",
    'connect-src': "'self' https: http:",
    'frame-src': 'blob: data:',
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
