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
