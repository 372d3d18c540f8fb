import { routeOf } from '../../../server/http/endpoint.ts';
import { ownRead } from '../../../server/http/own-read.ts';
import { listIdentities } from '../../../server/people/identities.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(ownRead(listIdentities));
