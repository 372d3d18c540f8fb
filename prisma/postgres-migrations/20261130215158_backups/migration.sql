-- Backups that operators start in the console.
CREATE TABLE "Backup" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "name" text COLLATE "C" NOT NULL,
    "machine" text NOT NULL,
    "startedAt" timestamptz(3) NOT NULL,
    "movedAt" timestamptz(3) NOT NULL,
    "endedAt" timestamptz(3),
    "bytes" bigint NOT NULL DEFAULT 0,
    "problem" text
);
