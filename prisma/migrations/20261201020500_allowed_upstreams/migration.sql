-- Private addresses that owners allow in the console.
CREATE TABLE "AllowedUpstream" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "address" TEXT NOT NULL,
    "allowedAt" DATETIME NOT NULL,
    "allowedByKind" TEXT NOT NULL,
    "allowedById" TEXT,
    "reason" TEXT
);
CREATE UNIQUE INDEX "AllowedUpstream_address_key" ON "AllowedUpstream"("address");
