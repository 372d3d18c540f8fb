-- The calls that a person made as a guest, in the browser in which they signed up.
CREATE TABLE "GuestHistory" (
    "personKey" integer NOT NULL PRIMARY KEY,
    "owner" text COLLATE "C" NOT NULL,
    "lastCallKey" bigint NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX "GuestHistory_owner_key" ON "GuestHistory"("owner");
