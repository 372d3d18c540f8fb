/** A backup was not written or not restored, and nothing has changed; the message says why. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}
