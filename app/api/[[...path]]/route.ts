import { nothingHere } from '../../../server/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nothingHere();
