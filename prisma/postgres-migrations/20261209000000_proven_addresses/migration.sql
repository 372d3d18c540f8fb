-- When a person proved that they read the mails of their address, or an operator named it. People of an invitation wrote
-- the address themselves. The audit log knows who of the others did.
ALTER TABLE "Person" ADD COLUMN "addressProvenAt" timestamptz(3);
UPDATE "Person" SET "addressProvenAt" = "createdAt" WHERE EXISTS (
    SELECT 1 FROM "AuditEntry" e WHERE e."target" = "Person"."id"
       AND e."verb" IN ('claim-portal', 'provision-operator', 'register', 'use-password-link')
);
