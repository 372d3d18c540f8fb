-- Who sees a product: 0 everyone, 1 who is signed in, 2 chosen accounts.
ALTER TABLE "Product" ADD COLUMN "visibility" integer NOT NULL DEFAULT 0;
CREATE INDEX "Product_visibility_idx" ON "Product" ("visibility");

-- An account that sees a product for chosen accounts.
CREATE TABLE "ProductGrant" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "productKey" integer NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "accountKey" integer NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "grantedAt" timestamptz(3) NOT NULL,
    "grantedBy" text NOT NULL,
    "grantedById" text
);
CREATE UNIQUE INDEX "ProductGrant_accountKey_productKey_key" ON "ProductGrant" ("accountKey", "productKey");
CREATE INDEX "ProductGrant_productKey_idx" ON "ProductGrant" ("productKey");

-- Portals keep what each account sees in memory, and read it anew when a grant was changed.
INSERT INTO "Generation" ("kind") VALUES ('grants');
