-- A suspended account makes no calls. The hold of a call reads and locks its purse in any case.
ALTER TABLE "Purse" ADD COLUMN "suspendedAt" timestamptz(3);

-- Requests of operators with an Idempotency-Key, for a day: written in the transaction of their change.
CREATE TABLE "OperatorRequest" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "fingerprint" text COLLATE "C" NOT NULL,
    "given" text NOT NULL,
    "result" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
);
CREATE INDEX "OperatorRequest_createdAt_idx" ON "OperatorRequest" ("createdAt");

-- The filters of the audit log.
CREATE INDEX "AuditEntry_verb_number_idx" ON "AuditEntry" ("verb", "number");
CREATE INDEX "AuditEntry_actorId_number_idx" ON "AuditEntry" ("actorId", "number");
CREATE INDEX "AuditEntry_target_number_idx" ON "AuditEntry" ("target", "number");

-- The use of all accounts in a day.
CREATE INDEX "DailyUse_day_idx" ON "DailyUse" ("day");
