import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { imported } from './imported.ts';

/** A tool as a client has listed it. */
export interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: { properties?: object | undefined };
  outputSchema?: object | undefined;
}

/** A tool as a model gets it. One without arguments may come without a schema. */
const declaration = z.looseObject({ name: z.string(), parameters: z.json().optional() });
export type Declaration = z.output<typeof declaration>;

const geminiRequest = z.object({
  tools: z.array(z.object({ functionDeclarations: z.array(declaration) })),
});

const geminiReply = JSON.stringify({
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
});

/** What a library sends to Gemini, here to a server that answers as it does. */
async function sentToGemini(ask: (url: string) => Promise<unknown>): Promise<Declaration[]> {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      requests.push(body);
      response.setHeader('content-type', 'application/json').end(geminiReply);
    });
  });
  try {
    await ask(`http://127.0.0.1:${await listenOnLoopback(server)}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  const { tools } = geminiRequest.parse(requests[0]);
  return tools.flatMap(({ functionDeclarations }) => functionDeclarations);
}

interface Google {
  GoogleGenAI: new (options: object) => { models: { generateContent(request: object): Promise<unknown> } };
}

/** Its version is pinned, and its declarations are outside of the project. */
function asGoogle(given: unknown): Google {
  return given as Google;
}

async function google(tools: ListedTool[]): Promise<Declaration[]> {
  const { GoogleGenAI } = asGoogle(await imported('@google/genai'));
  const functionDeclarations = tools.map(({ name, description, inputSchema }) => ({
    ...{ name, description, parameters: inputSchema },
  }));
  return sentToGemini((baseUrl) =>
    new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } }).models.generateContent({
      ...{ model: 'gemini-2.5-flash', contents: 'Hello', config: { tools: [{ functionDeclarations }] } },
    }),
  );
}

interface AiSdkGoogle {
  createGoogleGenerativeAI: (
    options: object,
  ) => (model: string) => { doGenerate(options: object): Promise<unknown> };
}

/** Its version is pinned, and its declarations are outside of the project. */
function asAiSdkGoogle(given: unknown): AiSdkGoogle {
  return given as AiSdkGoogle;
}

async function aiSdkGoogle(tools: ListedTool[]): Promise<Declaration[]> {
  const { createGoogleGenerativeAI } = asAiSdkGoogle(await imported('@ai-sdk/google'));
  return sentToGemini((baseURL) =>
    createGoogleGenerativeAI({ apiKey: 'none', baseURL })('gemini-2.5-flash').doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      tools: tools.map(({ name, description, inputSchema }) => ({
        ...{ type: 'function', name, description, inputSchema },
      })),
    }),
  );
}

interface LangChainGoogle {
  ChatGoogleGenerativeAI: new (
    options: object,
  ) => { bindTools(tools: object[]): { invoke(text: string): Promise<unknown> } };
}

/** Its version is pinned, and its declarations are outside of the project. */
function asLangChainGoogle(given: unknown): LangChainGoogle {
  return given as LangChainGoogle;
}

interface LangChainTools {
  DynamicStructuredTool: new (fields: object) => object;
}

/** Its version is pinned, and its declarations are outside of the project. */
function asLangChainTools(given: unknown): LangChainTools {
  return given as LangChainTools;
}

async function langChainGoogle(tools: ListedTool[]): Promise<Declaration[]> {
  const { ChatGoogleGenerativeAI } = asLangChainGoogle(await imported('@langchain/google-genai'));
  const { DynamicStructuredTool } = asLangChainTools(await imported('@langchain/core/tools'));
  const own = tools.map(
    ({ name, description, inputSchema }) =>
      new DynamicStructuredTool({ name, description, schema: inputSchema, func: () => '' }),
  );
  return sentToGemini((baseUrl) =>
    new ChatGoogleGenerativeAI({ apiKey: 'none', model: 'gemini-2.5-flash', baseUrl, maxRetries: 0 })
      .bindTools(own)
      .invoke('Hello'),
  );
}

interface OpenAiAgents {
  mcpToFunctionTool: (tool: ListedTool, server: object, isStrict: boolean) => unknown;
}

/** Its version is pinned, and its declarations are outside of the project. */
function asOpenAiAgents(given: unknown): OpenAiAgents {
  return given as OpenAiAgents;
}

/** The agents of OpenAI, whose strict mode takes only what has no optional member; by itself it is off. */
async function openAi(tools: ListedTool[]): Promise<Declaration[]> {
  const { mcpToFunctionTool } = asOpenAiAgents(await imported('@openai/agents-core'));
  return tools.map((tool) => declaration.parse(mcpToFunctionTool(tool, { name: 'farebox' }, false)));
}

/** What turns a list of tools into a request to models of Google. */
export const geminiConverters = {
  'the SDK of Google': google,
  'the AI SDK for Gemini': aiSdkGoogle,
  'LangChain for Gemini': langChainGoogle,
};

/** And to models of OpenAI. */
export const openAiConverters = { 'the agents of OpenAI': openAi };
