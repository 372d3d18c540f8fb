/** Replies are shown, never run: their HTML gets no script, no forms and no origin of the portal. */
export const replyPolicy = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
};
