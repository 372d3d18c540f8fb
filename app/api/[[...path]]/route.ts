import { nothingHere } from '../../../server/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nothingHere();
