-- Who sees a product: 0 everyone, 1 who is signed in, 2 chosen accounts.
ALTER TABLE "Product" ADD COLUMN "visibility" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX "Product_visibility_idx" ON "Product"("visibility");

-- An account that sees a product for chosen accounts.
CREATE TABLE "ProductGrant" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "productKey" INTEGER NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "accountKey" INTEGER NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "grantedAt" DATETIME NOT NULL,
    "grantedBy" TEXT NOT NULL,
    "grantedById" TEXT
);
CREATE UNIQUE INDEX "ProductGrant_accountKey_productKey_key" ON "ProductGrant"("accountKey", "productKey");
CREATE INDEX "ProductGrant_productKey_idx" ON "ProductGrant"("productKey");
