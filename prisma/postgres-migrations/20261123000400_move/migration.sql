-- A SQLite portal that is moved into this database (server/store/move). Its folder has the same id.
CREATE TABLE "Move" (
    "key" integer PRIMARY KEY CHECK ("key" = 1),
    "id" text NOT NULL,
    "startedAt" timestamptz(3) NOT NULL DEFAULT now(),
    "finishedAt" timestamptz(3)
);

-- How much of each part has been copied. "after" is JSON: the key in SQLite of the last row. Each batch writes it in its
-- own transaction, so that a move goes on where it was cut off.
CREATE TABLE "MoveProgress" (
    "part" text PRIMARY KEY,
    "after" text NOT NULL,
    "isDone" boolean NOT NULL
);

-- No portal and no command begins before the move is complete.
CREATE FUNCTION "begin_after_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM "Move" WHERE "finishedAt" IS NULL) THEN
        RAISE EXCEPTION 'A portal is being moved into this database.' USING ERRCODE = 'FB002';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "Instance_begins_after_move" BEFORE INSERT ON "Instance"
    FOR EACH ROW EXECUTE FUNCTION "begin_after_move"();
