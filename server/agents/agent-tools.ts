import type { AgentTool } from './agent-tool.ts';
import { callProduct } from './call-product.ts';
import { getCall, listCallsForAgent, getCredits } from './get-call.ts';
import { getProduct, searchProducts } from './search-products.ts';
import { quoteCallForAgent } from './quote-call.ts';

/** The tools of every agent, in the order in which they are used. They reach a catalogue of any size. */
export const agentTools: readonly AgentTool[] = [
  searchProducts,
  getProduct,
  quoteCallForAgent,
  callProduct,
  getCall,
  listCallsForAgent,
  getCredits,
];
