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
  /** Whether the person signs in there, so that it takes no API key. */
  signsIn?: true;
  /** Opens the client, which asks whether to add the portal. */
  install?: string;
}

/** What the address of an agent may say. */
export const addressParameters: readonly { parameter: string; does: string }[] = [
  { parameter: 'sign-in=1', does: 'requires clients without an API key to sign in' },
  { parameter: 'products=SLUG,SLUG', does: 'offers up to 20 products as tools of their own' },
  { parameter: 'max-credits=50', does: 'refuses calls that could cost more credits than this' },
  {
    parameter: 'ask-above=100',
    does: 'asks the person to approve calls that could cost more credits than this (default: 100)',
  },
];

const name = 'farebox';

/** The address of the portal for agents. */
export function agentAddress({ url, products }: AgentAddress): string {
  const pinned = products.map((slug) => encodeURIComponent(slug)).join(',');
  return `${url}/mcp${pinned === '' ? '' : `?products=${pinned}`}`;
}

/** The address for clients that cannot send a key. */
export function signInAddress(where: AgentAddress): string {
  const address = agentAddress(where);
  return `${address}${address.includes('?') ? '&' : '?'}sign-in=1`;
}

/** What connects each client; without a key as a guest. Those that sign in are first: most people have one of them. */
export function connectLines(where: AgentAddress, key: string | undefined): ConnectLines[] {
  const url = agentAddress(where);
  const authorization = key === undefined ? undefined : `Bearer ${key}`;
  const headers = authorization === undefined ? {} : { headers: { Authorization: authorization } };
  return [
    {
      client: 'claude.ai',
      place: 'Settings, Connectors, Add custom connector: paste this address, then sign in',
      text: signInAddress(where),
      signsIn: true,
    },
    {
      client: 'ChatGPT',
      place:
        'Settings, Apps and connectors, Advanced, Developer mode, Create: paste this address, then sign in',
      text: signInAddress(where),
      signsIn: true,
    },
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
      install: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(btoa(JSON.stringify({ url, ...headers })))}`,
    },
    {
      client: 'VS Code',
      place: '.vscode/mcp.json',
      text: pretty({ servers: { [name]: { type: 'http', url, ...headers } } }),
      install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url, ...headers }))}`,
    },
    {
      client: 'Gemini CLI',
      place: '~/.gemini/settings.json',
      text: pretty({ mcpServers: { [name]: { httpUrl: url, ...headers } } }),
    },
    {
      client: 'mcp-remote',
      place: 'Any client that starts a program',
      text: pretty({ mcpServers: { [name]: remote(url, authorization) } }),
    },
    { client: 'TypeScript', place: '@modelcontextprotocol/client', text: typescript(url, headers) },
    { client: 'Python', place: 'mcp', text: python(url, headers) },
  ];
}

function typescript(url: string, headers: object): string {
  const hasKey = Object.keys(headers).length > 0;
  return [
    "import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';",
    '',
    `const address = new URL(${JSON.stringify(url)});`,
    "const client = new Client({ name: 'my-agent', version: '1' });",
    `const transport = new StreamableHTTPClientTransport(address${hasKey ? `, { requestInit: ${JSON.stringify(headers)} }` : ''});`,
    'await client.connect(transport);',
    'console.log((await client.listTools()).tools);',
  ].join('\n');
}

function python(url: string, { headers }: { headers?: object }): string {
  return [
    'import asyncio',
    'from mcp import ClientSession',
    'from mcp.client.streamable_http import streamablehttp_client',
    '',
    'async def main():',
    `    address = ${JSON.stringify(url)}`,
    `    async with streamablehttp_client(address${headers === undefined ? '' : `, headers=${JSON.stringify(headers)}`}) as (read, write, _):`,
    '        async with ClientSession(read, write) as session:',
    '            await session.initialize()',
    '            print(await session.list_tools())',
    '',
    'asyncio.run(main())',
  ].join('\n');
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
