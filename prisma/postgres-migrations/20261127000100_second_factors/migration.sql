-- What a person proves beside the password: codes of an authenticator app. They count from "confirmedAt" on. No foreign
-- keys: whoever removes a person removes these.
CREATE TABLE "SecondFactor" (
    "personKey" integer NOT NULL PRIMARY KEY,
    "secret" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "confirmedAt" timestamptz(3),
    "lastStep" integer,
    "tries" integer NOT NULL DEFAULT 0,
    "triesSince" timestamptz(3)
);

-- Codes for whoever has lost the app, each for one use. Only hashes are stored.
CREATE TABLE "RecoveryCode" (
    "hash" text COLLATE "C" NOT NULL PRIMARY KEY,
    "personKey" integer NOT NULL
);
CREATE INDEX "RecoveryCode_personKey_idx" ON "RecoveryCode"("personKey");

-- What somebody who signs in must answer within minutes. Only the hash of its token is stored.
CREATE TABLE "Challenge" (
    "hash" text COLLATE "C" NOT NULL PRIMARY KEY,
    "kind" text NOT NULL,
    "personKey" integer,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL
);
CREATE INDEX "Challenge_expiresAt_idx" ON "Challenge"("expiresAt");
