import type { OAuthClientProvider, StoredOAuthTokens } from '@modelcontextprotocol/client';

export interface AgentProvider extends OAuthClientProvider {
  /** Where the browser of the person was sent. */
  authorization: URL | undefined;
}

/** An agent of the SDK, by the address of its metadata or, without one, by registration. */
export function agentProvider(redirectUrl: string, clientMetadataUrl?: string): AgentProvider {
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let information: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  return {
    authorization: undefined,
    redirectUrl,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: { client_name: 'Registered', redirect_uris: [redirectUrl] },
    state: () => 'state of the agent',
    clientInformation: () => information,
    saveClientInformation(saved) {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens(saved) {
      tokens = saved;
    },
    redirectToAuthorization(address) {
      this.authorization = address;
    },
    saveCodeVerifier(saved) {
      verifier = saved;
    },
    codeVerifier: () => verifier,
  };
}
