-- How often data was changed that processes cache. Whoever changes it takes its row first, and so waits for everybody
-- else who does.
CREATE TABLE "Generation" (
    "kind" text COLLATE "C" PRIMARY KEY,
    "number" bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 30);
INSERT INTO "Generation" ("kind") VALUES ('catalogue'), ('keys'), ('sessions');
