-- A product as it was published once: its texts here, its operation and price by their version. They only grow.
CREATE TABLE "ProductRelease" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "productKey" integer NOT NULL REFERENCES "Product" ("key"),
    "number" integer NOT NULL,
    "versionKey" integer NOT NULL REFERENCES "TemplateVersion" ("key"),
    "texts" text COLLATE "C" NOT NULL,
    "file" text COLLATE "C",
    "publishedAt" timestamptz(3) NOT NULL,
    "authorKind" text COLLATE "C" NOT NULL,
    "authorId" text COLLATE "C",
    "reason" text COLLATE "C"
);
CREATE UNIQUE INDEX "ProductRelease_productKey_number_key" ON "ProductRelease" ("productKey", "number");
