import type { AgentTool } from './agent-tool.ts';
import { callProduct } from './call-product.ts';
import { getCall, listCallsForAgent } from './get-call.ts';
import { getCredits } from './get-credits.ts';
import { getProduct } from './get-product.ts';
import { quoteCallForAgent } from './quote-call.ts';
import { searchProducts } from './search-products.ts';

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
