-- Since when an account is closed. Those of erased people are.
ALTER TABLE "Account" ADD COLUMN "closedAt" timestamptz(3);
UPDATE "Account" SET "closedAt" = (SELECT p."suspendedAt" FROM "Purse" p WHERE p."id" = "Account"."id")
 WHERE "name" = 'Closed account ' || "id";
