-- Keys that people granted to agents have the client that asked for them, and no secret that anybody knows.
ALTER TABLE "ApiKey" ADD COLUMN "clientId" text COLLATE "C";
ALTER TABLE "ApiKey" ADD COLUMN "clientName" text COLLATE "C";

-- What the client of such a key holds.
CREATE TABLE "ClientToken" (
    "hash" text COLLATE "C" PRIMARY KEY,
    "kind" text COLLATE "C" NOT NULL CHECK ("kind" IN ('code', 'access', 'refresh')),
    "apiKeyKey" integer NOT NULL REFERENCES "ApiKey" ("key"),
    "createdAt" timestamptz(3) NOT NULL,
    "expiresAt" timestamptz(3) NOT NULL,
    "usedAt" timestamptz(3),
    "redirectUri" text COLLATE "C",
    "codeChallenge" text COLLATE "C"
);
CREATE INDEX "ClientToken_apiKeyKey_createdAt_idx" ON "ClientToken" ("apiKeyKey", "createdAt");
CREATE INDEX "ClientToken_expiresAt_idx" ON "ClientToken" ("expiresAt");
