import type { Settings } from '../env.ts';

type Public = Pick<Settings, 'url'>;

/** Calls are what a grant allows. Its limits are those of its key. */
export const onlyScope = 'call';

export const grantTypes: readonly string[] = ['authorization_code', 'refresh_token'];

/** What tokens are for (RFC 8707). */
export function mcpAddress({ url }: Public): string {
  return `${url}/mcp`;
}

/** Whether a client means this portal. Address parameters choose tools, and not another server. */
export function isOwnResource(text: string, settings: Public): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, pathname, hash } = new URL(text);
  const own = new URL(mcpAddress(settings));
  return origin === own.origin && pathname.replace(/\/$/, '') === own.pathname && hash === '';
}

/**
 * Where the resource names its authorization server (RFC 9728). Clients compare the resource that it names with the
 * address that they were given, so the query of one is that of the other.
 */
export function resourceMetadataAddress({ url }: Public, mcpUrl: string): string {
  return `${url}/.well-known/oauth-protected-resource/mcp${queryOf(mcpUrl)}`;
}

/** `name`: that of the portal. */
export function resourceMetadata(settings: Public, metadataUrl: string, name: string) {
  return {
    resource: `${mcpAddress(settings)}${queryOf(metadataUrl)}`,
    resource_name: name,
    authorization_servers: [settings.url],
    scopes_supported: [onlyScope],
    bearer_methods_supported: ['header'],
    resource_documentation: `${settings.url}/docs`,
  };
}

/** It may stand in a quoted text of a header: a URL leaves only the backslash as it is. */
function queryOf(url: string): string {
  return new URL(url).search.replaceAll('\\', '%5C');
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
