-- Products whose card and search texts are to be written anew, since this version makes them otherwise. Only the writer
-- can do that: it splits words in camel case. A later migration may put products here again.
CREATE TABLE "StaleProduct" (
    "productKey" INTEGER NOT NULL PRIMARY KEY
);

INSERT INTO "StaleProduct" ("productKey") SELECT "key" FROM "Product";
