import { expect, it } from 'vitest';
import { memberRole } from '../../../../lib/account/members.ts';
import { mayRole, memberVerbs } from '../../../../lib/account/roles.ts';

/** As README.md says it. The tests over HTTP ask that each operation keeps to this. */
it.each([
  ['owner', memberVerbs],
  ['admin', memberVerbs.filter((verb) => verb !== 'manage-owners')],
  ['member', ['call', 'read-calls', 'read-credits', 'read-members', 'own-keys']],
  ['billing', ['read-credits', 'read-members', 'manage-alerts']],
  ['viewer', ['read-calls', 'read-credits', 'read-members', 'read-keys', 'read-webhooks']],
])('the role %s does its part, and nothing else', (name, verbs) => {
  const role = memberRole.parse(name);
  expect(memberVerbs.filter((verb) => mayRole(role, verb))).toEqual(verbs);
});
