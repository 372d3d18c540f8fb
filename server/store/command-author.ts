import { userInfo } from 'node:os';
import { type Author, longestUserName } from './author.ts';

/** The user who runs a command, and why, as they wrote it. */
export function commandAuthor(reason: string | null = null): Author {
  return { kind: 'command-line', id: userName(), requestId: null, reason };
}

/** Null if the system has no name for the user, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username.slice(0, longestUserName);
  } catch {
    return null;
  }
}
