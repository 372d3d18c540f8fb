-- What a person proves beside the password: codes of an authenticator app. They count from "confirmedAt" on. No foreign
-- keys: whoever removes a person removes these.
CREATE TABLE "SecondFactor" (
    "personKey" INTEGER NOT NULL PRIMARY KEY,
    "secret" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "confirmedAt" DATETIME,
    "lastStep" INTEGER,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "triesSince" DATETIME
);

-- Codes for whoever has lost the app, each for one use. Only hashes are stored.
CREATE TABLE "RecoveryCode" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "personKey" INTEGER NOT NULL
);
CREATE INDEX "RecoveryCode_personKey_idx" ON "RecoveryCode"("personKey");

-- What somebody who signs in must answer within minutes. Only the hash of its token is stored.
CREATE TABLE "Challenge" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "personKey" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);
CREATE INDEX "Challenge_expiresAt_idx" ON "Challenge"("expiresAt");
