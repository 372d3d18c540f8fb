import type { MemberRole } from '../../lib/account/member-role.ts';

/** What each role may do. */
export const roleWords: Record<MemberRole, string> = {
  owner: 'Everything, and manages owners',
  admin: 'Everything, but does not manage owners',
  member: 'Makes calls, and has API keys',
  billing: 'Sees credits, and manages alerts',
  viewer: 'Sees calls, keys and credits',
};
