import { Problem } from '../problem/problem.ts';
import { withContact } from './contact.ts';
import type { Face } from './face.ts';

/** A refusal that says how to reach the operator it sends people to. Other errors stay as they are. */
export function reachable(error: unknown, face: Pick<Face, 'contact'>): unknown {
  if (face.contact === '' || !(error instanceof Problem)) return error;
  const { code, detail, errors, headers, members } = error;
  return new Problem(code, withContact(detail, face), errors, headers, members);
}
