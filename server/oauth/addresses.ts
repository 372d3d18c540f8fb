import type { Settings } from '../env.ts';

type Public = Pick<Settings, 'url'>;

/** Calls are what a grant allows. Its limits are those of its key. */
export const onlyScope = 'call';

export const grantTypes: readonly string[] = ['authorization_code', 'refresh_token'];

/** What tokens are for (RFC 8707). */
export function mcpAddress({ url }: Public): string {
  return `${url}/mcp`;
}

/** Whether a client means this portal. Parameters of the address choose tools, and not another server. */
export function isOwnResource(text: string, settings: Public): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, pathname, hash } = new URL(text);
  const own = new URL(mcpAddress(settings));
  return origin === own.origin && pathname.replace(/\/$/, '') === own.pathname && hash === '';
}

/** Where the resource names its authorization server (RFC 9728). */
export function resourceMetadataAddress({ url }: Public): string {
  return `${url}/.well-known/oauth-protected-resource/mcp`;
}

export function resourceMetadata(settings: Public) {
  return {
    resource: mcpAddress(settings),
    resource_name: 'Farebox',
    authorization_servers: [settings.url],
    scopes_supported: [onlyScope],
    bearer_methods_supported: ['header'],
    resource_documentation: `${settings.url}/docs`,
  };
}

/** RFC 8414. */
export function authorizationServerMetadata({ url }: Public) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    registration_endpoint: `${url}/oauth/register`,
    revocation_endpoint: `${url}/oauth/revoke`,
    scopes_supported: [onlyScope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
