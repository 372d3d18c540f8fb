-- Pages of the portal that operators write, such as its terms.
CREATE TABLE "PortalPage" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "slug" text COLLATE "C" NOT NULL,
    "title" text NOT NULL,
    "number" integer NOT NULL,
    "inFooter" integer NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL,
    "deletedAt" timestamptz(3)
);
CREATE UNIQUE INDEX "PortalPage_slug_key" ON "PortalPage" ("slug");

-- What each said, from one time on.
CREATE TABLE "PortalPageVersion" (
    "key" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "pageKey" integer NOT NULL REFERENCES "PortalPage" ("key") ON DELETE RESTRICT ON UPDATE CASCADE,
    "number" integer NOT NULL,
    "title" text NOT NULL,
    "text" text NOT NULL,
    "savedAt" timestamptz(3) NOT NULL,
    "authorKind" text NOT NULL,
    "authorId" text,
    "reason" text
);
CREATE UNIQUE INDEX "PortalPageVersion_pageKey_number_key" ON "PortalPageVersion" ("pageKey", "number");
