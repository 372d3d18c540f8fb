export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '../../../../server/api/table/next-route.ts';
