-- A link by which a person confirms another address, and that address.
CREATE TABLE "new_Link" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('setup', 'password', 'address')),
    "personKey" INTEGER,
    "email" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL
);
INSERT INTO "new_Link" ("hash", "kind", "personKey", "createdAt", "expiresAt")
    SELECT "hash", "kind", "personKey", "createdAt", "expiresAt" FROM "Link";
DROP TABLE "Link";
ALTER TABLE "new_Link" RENAME TO "Link";
