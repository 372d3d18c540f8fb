-- Search texts leave out what a product is not, and corrections have shorter words.
INSERT INTO "StaleProduct" ("productKey") SELECT "key" FROM "Product" WHERE true ON CONFLICT DO NOTHING;

-- Ranks are computed from the words, which have a mark for each field now. The column stays for portals of the version
-- before, which write it until all are updated.
ALTER TABLE "product_search" ALTER COLUMN "heading" SET DEFAULT '';
