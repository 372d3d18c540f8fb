-- The operator whose role an operator key has. Keys of the command line belong to nobody.
ALTER TABLE "ApiKey" ADD COLUMN "operatorPersonKey" INTEGER REFERENCES "Person" ("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Those that a person made in the console or over HTTP, as the audit log knows.
UPDATE "ApiKey" SET "operatorPersonKey" = (
    SELECT p."key" FROM "AuditEntry" e JOIN "Person" p ON p."id" = e."actorId"
     WHERE e."verb" = 'create-key' AND e."target" = "ApiKey"."id" AND e."actorKind" = 'person' LIMIT 1
) WHERE "operator";

CREATE INDEX "ApiKey_operatorPersonKey_idx" ON "ApiKey" ("operatorPersonKey");
