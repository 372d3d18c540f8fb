-- 1 if the calls of a product need the approval of an operator.
ALTER TABLE "Product" ADD COLUMN "approval" integer NOT NULL DEFAULT 0;

-- That an account may call a product whose calls need approval, or wants to.
CREATE TABLE "ApprovalRequest" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "productKey" integer NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "accountKey" integer NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "state" text COLLATE "C" NOT NULL,
    "reason" text NOT NULL,
    "askedAt" timestamptz(3) NOT NULL,
    "askedBy" text NOT NULL,
    "askedById" text,
    "decidedAt" timestamptz(3),
    "decidedBy" text,
    "decidedById" text,
    "decision" text
);
CREATE UNIQUE INDEX "ApprovalRequest_id_key" ON "ApprovalRequest" ("id");
CREATE UNIQUE INDEX "ApprovalRequest_accountKey_productKey_key" ON "ApprovalRequest" ("accountKey", "productKey");
CREATE INDEX "ApprovalRequest_productKey_idx" ON "ApprovalRequest" ("productKey");
CREATE INDEX "ApprovalRequest_state_key_idx" ON "ApprovalRequest" ("state", "key");
