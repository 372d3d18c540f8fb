/** Where people can sign in beside the portal (OpenID Connect). */
export interface OidcIssuer {
  /** In addresses of the portal: small letters and digits. */
  name: string;
  /** On buttons. */
  label: string;
  /** As it calls itself, such as https://login.example.com/realms/acme. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export type IssuerSecret = `FAREBOX_OIDC_${string}_CLIENT_SECRET`;

/** Enough for anybody. The sign-in page shows a button for each. */
const mostIssuers = 20;
const mostLabelLength = 60;
const shortName = /^[a-z][a-z0-9]{0,29}$/;

/**
 * Parses FAREBOX_OIDC, a list of short names, and the settings of each. A string is an error sentence, without secrets.
 * `secretOf`: a setting that is a secret, from its variable or its file.
 */
export function parseIssuers(
  variables: Readonly<Record<string, string | undefined>>,
  secretOf: (name: IssuerSecret) => string | undefined,
): OidcIssuer[] | string {
  const names = (variables['FAREBOX_OIDC'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !shortName.test(name));
  if (wrong !== undefined)
    return `FAREBOX_OIDC must be names of letters and digits separated by commas, such as google, acme; ${JSON.stringify(wrong)} is not one`;
  if (new Set(names).size < names.length) return 'FAREBOX_OIDC has a name twice';
  if (names.length > mostIssuers) return `FAREBOX_OIDC can have at most ${mostIssuers} names`;
  const issuers: OidcIssuer[] = [];
  for (const name of names) {
    const issuer = parseIssuer(name, variables, secretOf);
    if (typeof issuer === 'string') return issuer;
    issuers.push(issuer);
  }
  return issuers;
}

function parseIssuer(
  name: string,
  variables: Readonly<Record<string, string | undefined>>,
  secretOf: (name: IssuerSecret) => string | undefined,
): OidcIssuer | string {
  const prefix = `FAREBOX_OIDC_${name.toUpperCase()}` as const;
  const issuer = variables[`${prefix}_ISSUER`];
  const clientId = variables[`${prefix}_CLIENT_ID`];
  const clientSecret = secretOf(`${prefix}_CLIENT_SECRET`);
  if (!issuer || !clientId || !clientSecret)
    return `${prefix}_ISSUER, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set, because FAREBOX_OIDC names ${name}`;
  if (!isIssuerAddress(issuer))
    return `${prefix}_ISSUER must be an http or https address without a query, such as https://login.example.com, not ${JSON.stringify(issuer)}`;
  const label = variables[`${prefix}_LABEL`]?.trim() || name;
  if (label.length > mostLabelLength || /\p{Cc}/u.test(label))
    return `${prefix}_LABEL can have at most ${mostLabelLength} characters, and no line breaks`;
  return { name, label, issuer, clientId, clientSecret };
}

function isIssuerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !/[?#]/.test(text) && username === '' && password === '';
}
