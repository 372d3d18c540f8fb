-- Addresses that want to register, each with the hash of the token in the link that was mailed to it.
CREATE TABLE "Registration" (
    "emailKey" text COLLATE "C" NOT NULL PRIMARY KEY,
    "email" text NOT NULL,
    "hash" text COLLATE "C" NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "Registration_hash_key" ON "Registration"("hash");
CREATE INDEX "Registration_expiresAt_idx" ON "Registration"("expiresAt");
