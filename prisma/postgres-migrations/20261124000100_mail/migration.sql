-- Mails to people. The job that has something to tell writes them, and a portal sends them afterwards.
CREATE TABLE "Mail" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "id" text COLLATE "C" NOT NULL,
    "kind" text COLLATE "C" NOT NULL,
    "to" text COLLATE "C" NOT NULL,
    "subject" text NOT NULL,
    "text" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "attempts" integer NOT NULL DEFAULT 0,
    "nextAttemptAt" timestamptz(3),
    "leaseUntil" timestamptz(3),
    "sentAt" timestamptz(3),
    "failedAt" timestamptz(3),
    "lastError" text
);
CREATE UNIQUE INDEX "Mail_id_key" ON "Mail" ("id");
CREATE INDEX "Mail_createdAt_idx" ON "Mail" ("createdAt");
CREATE INDEX "Mail_nextAttemptAt_idx" ON "Mail" ("nextAttemptAt");
CREATE INDEX "Mail_failedAt_idx" ON "Mail" ("failedAt");
