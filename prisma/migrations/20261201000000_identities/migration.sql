-- By which people sign in elsewhere: the issuer, and what it calls the person. No foreign keys: whoever removes a person
-- removes these.
CREATE TABLE "Identity" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "personKey" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME
);
CREATE UNIQUE INDEX "Identity_id_key" ON "Identity"("id");
CREATE UNIQUE INDEX "Identity_issuer_subject_key" ON "Identity"("issuer", "subject");
CREATE INDEX "Identity_personKey_idx" ON "Identity"("personKey");
