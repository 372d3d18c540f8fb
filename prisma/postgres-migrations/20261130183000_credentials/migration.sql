-- A credential that the calls of a product need. The writer derives these from its template.
CREATE TABLE "ProductCredential" (
    "name" text COLLATE "C" NOT NULL,
    "productKey" integer NOT NULL REFERENCES "Product" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    PRIMARY KEY ("name", "productKey")
);
CREATE INDEX "ProductCredential_productKey_idx" ON "ProductCredential" ("productKey");

INSERT INTO "ProductCredential" ("name", "productKey")
SELECT DISTINCT s."value" ->> 'name', p."key"
  FROM "Product" p
  JOIN "TemplateVersion" v ON v."key" = p."versionKey"
 CROSS JOIN LATERAL json_array_elements(v."document"::json -> 'x-farebox' -> 'secrets') s("value");

-- The credential of an upstream that an operator has set in the console (rank 0), and the one that it replaced (1), which
-- can be brought back until a time.
CREATE TABLE "UpstreamCredential" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "name" text COLLATE "C" NOT NULL,
    "rank" integer NOT NULL,
    "value" text NOT NULL,
    "setAt" timestamptz(3) NOT NULL,
    "setByKind" text NOT NULL,
    "setById" text,
    "until" timestamptz(3)
);
CREATE UNIQUE INDEX "UpstreamCredential_name_rank_key" ON "UpstreamCredential" ("name", "rank");

-- Portals keep them in memory, and read them anew when they were changed.
INSERT INTO "Generation" ("kind") VALUES ('credentials');
