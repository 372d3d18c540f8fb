-- 1 if the calls of a product need the approval of an operator.
ALTER TABLE "Product" ADD COLUMN "approval" INTEGER NOT NULL DEFAULT 0;

-- That an account may call a product whose calls need approval, or wants to.
CREATE TABLE "ApprovalRequest" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "productKey" INTEGER NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "accountKey" INTEGER NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "state" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "askedAt" DATETIME NOT NULL,
    "askedBy" TEXT NOT NULL,
    "askedById" TEXT,
    "decidedAt" DATETIME,
    "decidedBy" TEXT,
    "decidedById" TEXT,
    "decision" TEXT
);
CREATE UNIQUE INDEX "ApprovalRequest_id_key" ON "ApprovalRequest"("id");
CREATE UNIQUE INDEX "ApprovalRequest_accountKey_productKey_key" ON "ApprovalRequest"("accountKey", "productKey");
CREATE INDEX "ApprovalRequest_productKey_idx" ON "ApprovalRequest"("productKey");
CREATE INDEX "ApprovalRequest_state_key_idx" ON "ApprovalRequest"("state", "key");
