-- Which versions of a page an account has to have accepted.
ALTER TABLE "PortalPage" ADD COLUMN "needed" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "PortalPageVersion" ADD COLUMN "asksAgain" INTEGER NOT NULL DEFAULT 1;

-- The page that an account has to accept before it calls a product.
CREATE TABLE "ProductTerms" (
    "productKey" INTEGER NOT NULL PRIMARY KEY REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    "pageKey" INTEGER NOT NULL REFERENCES "PortalPage" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "ProductTerms_pageKey_idx" ON "ProductTerms"("pageKey");

-- That an account accepted a version of it.
CREATE TABLE "TermsAcceptance" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "pageKey" INTEGER NOT NULL REFERENCES "PortalPage" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "accountKey" INTEGER NOT NULL REFERENCES "Account" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "number" INTEGER NOT NULL,
    "acceptedAt" DATETIME NOT NULL,
    "acceptedById" TEXT NOT NULL
);
CREATE UNIQUE INDEX "TermsAcceptance_accountKey_pageKey_number_key" ON "TermsAcceptance"("accountKey", "pageKey", "number");
CREATE INDEX "TermsAcceptance_pageKey_idx" ON "TermsAcceptance"("pageKey");
