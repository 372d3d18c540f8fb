-- Addresses that want to register, each with the hash of the token in the link that was mailed to it.
CREATE TABLE "Registration" (
    "emailKey" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "Registration_hash_key" ON "Registration"("hash");
CREATE INDEX "Registration_expiresAt_idx" ON "Registration"("expiresAt");
