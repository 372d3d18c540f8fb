-- The last backup that "farebox backup" made, on any machine. Portals show its age in their metrics.
CREATE TABLE "LastBackup" (
    "key" integer PRIMARY KEY CHECK ("key" = 1),
    "madeAt" timestamptz NOT NULL
);
