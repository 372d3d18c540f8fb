-- The account that an operator sees as its members do, and until when.
ALTER TABLE "Session" ADD COLUMN "seesAccountKey" integer;
ALTER TABLE "Session" ADD COLUMN "seesUntil" timestamptz(3);
