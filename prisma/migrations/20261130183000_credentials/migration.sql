-- A credential that the calls of a product need. The writer derives these from its template.
CREATE TABLE "ProductCredential" (
    "name" TEXT NOT NULL,
    "productKey" INTEGER NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY ("name", "productKey")
) WITHOUT ROWID;
CREATE INDEX "ProductCredential_productKey_idx" ON "ProductCredential"("productKey");

INSERT INTO "ProductCredential" ("name", "productKey")
SELECT DISTINCT json_extract(s.value, '$.name'), p."key"
  FROM "Product" p
  JOIN "TemplateVersion" v ON v."key" = p."versionKey"
  JOIN json_each(v."document", '$."x-farebox".secrets') s;

-- The credential of an upstream that an operator has set in the console (rank 0), and the one that it replaced (1), which
-- can be brought back until a time.
CREATE TABLE "UpstreamCredential" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "setAt" DATETIME NOT NULL,
    "setByKind" TEXT NOT NULL,
    "setById" TEXT,
    "until" DATETIME
);
CREATE UNIQUE INDEX "UpstreamCredential_name_rank_key" ON "UpstreamCredential"("name", "rank");
