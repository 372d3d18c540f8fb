import { run, statement, type Steps, timeOf } from '../sql/statement.ts';

/** What a code proves: the step of time of an authenticator app, or a recovery code. Each can be used once. */
export type CodeProof = { kind: 'code'; step: number } | { kind: 'recovery-code'; hash: string };

/** A challenge that the portal has signed. It is written when it is used. */
export interface UsedChallenge {
  hash: string;
  expiresAt: number;
}

/** What a passkey proves. */
export interface PasskeyProof {
  kind: 'passkey';
  credentialId: string;
  /** Of the device; 0 if it does not count. */
  counter: number;
  challenge: UsedChallenge;
}

/** What an issuer proves. */
export interface IdentityProof {
  kind: 'identity';
  issuer: string;
  /** What the issuer calls the person. */
  subject: string;
  challenge: UsedChallenge;
}

export type Proof = CodeProof | PasskeyProof | IdentityProof;

const useStep = statement(
  `UPDATE SecondFactor SET lastStep = ?, tries = 0, triesSince = NULL
    WHERE personKey = ? AND confirmedAt IS NOT NULL AND (lastStep IS NULL OR lastStep < ?)`,
);
const useRecoveryCode = statement('DELETE FROM RecoveryCode WHERE personKey = ? AND hash = ?');
/** A device that counts always counts up. One that is copied does not, and others stay at zero. */
const usePasskey = statement(
  `UPDATE Passkey SET counter = ?, lastUsedAt = ?
    WHERE personKey = ? AND credentialId = ? AND (counter < ? OR (counter = 0 AND ?))`,
);
const useIdentity = statement(
  'UPDATE Identity SET lastUsedAt = ? WHERE personKey = ? AND issuer = ? AND subject = ?',
);
const dropOver = statement('DELETE FROM Challenge WHERE expiresAt <= ?');
const insertUsed = statement(
  "INSERT INTO Challenge (hash, kind, createdAt, expiresAt) VALUES (?, 'used', ?, ?) ON CONFLICT (hash) DO NOTHING",
);

/**
 * Uses up what a person proved. False if it was used already: a code of an app also ends those before it, and the
 * counter of a passkey those up to it.
 */
export function* useProof(personKey: number, proof: Proof, now: number): Steps<boolean> {
  if (proof.kind === 'passkey') return yield* usePasskeyProof(personKey, proof, now);
  if (proof.kind === 'identity') return yield* useIdentityProof(personKey, proof, now);
  const changed =
    proof.kind === 'code'
      ? yield* run(useStep, proof.step, personKey, proof.step)
      : yield* run(useRecoveryCode, personKey, proof.hash);
  return changed > 0;
}

function* usePasskeyProof(
  personKey: number,
  { credentialId, counter, challenge }: PasskeyProof,
  now: number,
): Steps<boolean> {
  if (!(yield* useChallenge(challenge, now))) return false;
  const of = [personKey, credentialId];
  return (yield* run(usePasskey, counter, timeOf(now), ...of, counter, counter === 0)) > 0;
}

function* useIdentityProof(
  personKey: number,
  { issuer, subject, challenge }: IdentityProof,
  now: number,
): Steps<boolean> {
  if (!(yield* useChallenge(challenge, now))) return false;
  return (yield* run(useIdentity, timeOf(now), personKey, issuer, subject)) > 0;
}

/** Notes that a signed challenge was used, until it expires. False if it was used before. */
export function* useChallenge({ hash, expiresAt }: UsedChallenge, now: number): Steps<boolean> {
  yield* run(dropOver, timeOf(now));
  return (yield* run(insertUsed, hash, timeOf(now), timeOf(expiresAt))) > 0;
}
