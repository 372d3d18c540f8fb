import { expect, test } from 'vitest';
import {
  mayRole,
  type MemberRole,
  memberRole,
  type MemberVerb,
  memberVerb,
} from '../../lib/account/member-role.ts';

const expected: Record<MemberVerb, MemberRole[]> = {
  call: ['owner', 'admin', 'member'],
  'read-calls': ['owner', 'admin', 'member', 'viewer'],
  'read-credits': ['owner', 'admin', 'member', 'billing', 'viewer'],
  'read-members': ['owner', 'admin', 'member', 'billing', 'viewer'],
  'own-keys': ['owner', 'admin', 'member'],
  'read-keys': ['owner', 'admin', 'viewer'],
  'manage-keys': ['owner', 'admin'],
  'read-webhooks': ['owner', 'admin', 'viewer'],
  'manage-webhooks': ['owner', 'admin'],
  'manage-members': ['owner', 'admin'],
  'manage-owners': ['owner'],
};

test.each(memberVerb.options)('%s is for its roles', (verb) => {
  expect(memberRole.options.filter((role) => mayRole(role, verb))).toEqual(expected[verb]);
});
