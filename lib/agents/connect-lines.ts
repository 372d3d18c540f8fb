export interface AgentAddress {
  /** The public address of the portal. */
  url: string;
  /** Slugs of products that are tools of their own. */
  products: readonly string[];
}

/** Lines for a client, and where they go. */
export interface ConnectLines {
  client: string;
  place: string;
  text: string;
}

const name = 'farebox';

/** The address of the portal for agents. */
export function agentAddress({ url, products }: AgentAddress): string {
  const pinned = products.map((slug) => encodeURIComponent(slug)).join(',');
  return `${url}/mcp${pinned === '' ? '' : `?products=${pinned}`}`;
}

/** What connects each client; without a key as a guest. */
export function connectLines(where: AgentAddress, key: string | undefined): ConnectLines[] {
  const url = agentAddress(where);
  const authorization = key === undefined ? undefined : `Bearer ${key}`;
  const headers = authorization === undefined ? {} : { headers: { Authorization: authorization } };
  return [
    {
      client: 'Claude Code',
      place: 'In a terminal',
      text: `claude mcp add --transport http ${name} "${url}"${
        authorization === undefined ? '' : ` --header "Authorization: ${authorization}"`
      }`,
    },
    {
      client: 'Codex',
      place: '~/.codex/config.toml',
      text: [
        `[mcp_servers.${name}]`,
        `url = ${JSON.stringify(url)}`,
        ...(authorization === undefined
          ? []
          : [`http_headers = { "Authorization" = ${JSON.stringify(authorization)} }`]),
      ].join('\n'),
    },
    {
      client: 'Cursor',
      place: '~/.cursor/mcp.json',
      text: pretty({ mcpServers: { [name]: { url, ...headers } } }),
    },
    {
      client: 'VS Code',
      place: '.vscode/mcp.json',
      text: pretty({ servers: { [name]: { type: 'http', url, ...headers } } }),
    },
    {
      client: 'mcp-remote',
      place: 'Any client that starts a program',
      text: pretty({ mcpServers: { [name]: remote(url, authorization) } }),
    },
  ];
}

/** Some clients split arguments at blanks, so the value with a blank is in the environment. */
function remote(url: string, authorization: string | undefined) {
  const insecure = url.startsWith('http:') ? ['--allow-http'] : [];
  const args = ['-y', 'mcp-remote', url, ...insecure];
  return authorization === undefined
    ? { command: 'npx', args }
    : {
        command: 'npx',
        args: [...args, '--header', 'Authorization:${FAREBOX_AUTHORIZATION}'],
        env: { FAREBOX_AUTHORIZATION: authorization },
      };
}

function pretty(value: object): string {
  return JSON.stringify(value, null, 2);
}
