/** The address that follows from that of `/mcp` (RFC 9728). */
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '../route.ts';
