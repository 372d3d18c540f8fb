-- Private addresses that owners allow in the console.
CREATE TABLE "AllowedUpstream" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "address" text COLLATE "C" NOT NULL,
    "allowedAt" timestamptz(3) NOT NULL,
    "allowedByKind" text NOT NULL,
    "allowedById" text,
    "reason" text
);
CREATE UNIQUE INDEX "AllowedUpstream_address_key" ON "AllowedUpstream" ("address");
