-- The calls that a person made as a guest, in the browser in which they signed up.
CREATE TABLE "GuestHistory" (
    "personKey" INTEGER NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "lastCallKey" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "GuestHistory_owner_key" ON "GuestHistory"("owner");
