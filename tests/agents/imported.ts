import { pathToFileURL } from 'node:url';
import { agentPackage } from '../../cli/test/agent-programs.mjs';

/** A package of the programs of agents. */
export async function imported(name: string): Promise<unknown> {
  return import(pathToFileURL(agentPackage(process.cwd(), name)).href);
}
