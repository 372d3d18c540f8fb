-- Search texts leave out what a product is not, and corrections have shorter words.
INSERT INTO "StaleProduct" ("productKey") SELECT "key" FROM "Product" WHERE true ON CONFLICT DO NOTHING;
