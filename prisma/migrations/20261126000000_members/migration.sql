-- People in accounts. A row stays when the person leaves.
CREATE TABLE "Member" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountKey" INTEGER NOT NULL,
    "personKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing', 'viewer')),
    "joinedAt" DATETIME NOT NULL,
    "removedAt" DATETIME,
    "capDay" BIGINT,
    "capMonth" BIGINT,
    "capTotal" BIGINT,
    CONSTRAINT "Member_accountKey_fkey" FOREIGN KEY ("accountKey") REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Member_personKey_fkey" FOREIGN KEY ("personKey") REFERENCES "Person" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Member_accountKey_personKey_key" ON "Member"("accountKey", "personKey");
CREATE INDEX "Member_personKey_idx" ON "Member"("personKey");

-- What members spend in a day, including open holds. Months are sums of days.
CREATE TABLE "MemberSpend" (
    "memberKey" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "credits" BIGINT NOT NULL CHECK ("credits" >= 0),
    "checkedCredits" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("memberKey", "day"),
    CONSTRAINT "MemberSpend_memberKey_fkey" FOREIGN KEY ("memberKey") REFERENCES "Member" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;

-- Only the hash of the token in a link is stored.
CREATE TABLE "Invitation" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "accountKey" INTEGER NOT NULL,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'admin', 'member', 'billing', 'viewer')),
    "capDay" BIGINT,
    "capMonth" BIGINT,
    "capTotal" BIGINT,
    "email" TEXT,
    "invitedBy" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    "withdrawnAt" DATETIME,
    CONSTRAINT "Invitation_accountKey_fkey" FOREIGN KEY ("accountKey") REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Invitation_id_key" ON "Invitation"("id");
CREATE INDEX "Invitation_accountKey_createdAt_idx" ON "Invitation"("accountKey", "createdAt");

ALTER TABLE "Session" ADD COLUMN "accountKey" INTEGER;
ALTER TABLE "ApiKey" ADD COLUMN "personKey" INTEGER REFERENCES "Person" ("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Call" ADD COLUMN "memberKey" INTEGER;
