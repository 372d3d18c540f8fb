-- What the portal shows of itself, if an operator has changed it: one row, and up to three pictures.
CREATE TABLE "Face" (
    "key" integer PRIMARY KEY,
    "version" integer NOT NULL,
    "content" text NOT NULL,
    "changedAt" timestamptz(3) NOT NULL
);

CREATE TABLE "FacePicture" (
    "kind" text COLLATE "C" PRIMARY KEY,
    "type" text COLLATE "C" NOT NULL,
    "content" bytea NOT NULL
);

-- Portals keep it in memory, and hear of each change.
INSERT INTO "Generation" ("kind") VALUES ('face');
