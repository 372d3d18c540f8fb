-- Deletes some of what is kept for a while only. Returns how many, and where the next run goes on: null at the end. Locks
-- the purses first, in the order of calls, and reads only the rows that it takes.
CREATE OR REPLACE FUNCTION "prune_some"(p_what text, p_now bigint, p_before bigint, p_after bigint, p_most integer)
RETURNS TABLE (deleted integer, last_key bigint) LANGUAGE plpgsql SET enable_seqscan = off
AS $$
DECLARE
    r record;
    v_table text := CASE WHEN p_what = 'answers' THEN 'IdempotentCall' ELSE 'CallInput' END;
    v_begin bigint := p_after;
    v_rows integer := 0;
    v_done boolean := false;
BEGIN
    deleted := 0;
    IF p_what = 'free-inputs' THEN
        SELECT greatest(p_after, "freeInputsPruned") INTO v_begin FROM "LedgerProgress";
    END IF;
    last_key := v_begin;
    EXECUTE format(
        'SELECT count(*) FROM (
           SELECT p."key" FROM "Purse" p WHERE p."key" IN (
             SELECT c."purseKey"
               FROM (SELECT "callKey", "bytes" FROM %I WHERE "callKey" > $1 ORDER BY "callKey" LIMIT $2) k
               JOIN "Call" c ON c."key" = k."callKey" WHERE k."bytes" > 0 AND "ms_of"(c."startedAt") < $3)
            ORDER BY p."key" FOR NO KEY UPDATE) locked', v_table) USING v_begin, p_most, p_before;
    FOR r IN EXECUTE format(
        'SELECT k."callKey" AS key, k."bytes", c."state", c."charged", c."purseKey" AS purse, "ms_of"(c."startedAt") AS started
           FROM (SELECT "callKey", "bytes" FROM %I WHERE "callKey" > $1 ORDER BY "callKey" LIMIT $2) k
           JOIN "Call" c ON c."key" = k."callKey" ORDER BY k."callKey"', v_table) USING v_begin, p_most
    LOOP
        v_rows := v_rows + 1;
        -- Later keys began later, except calls from the future of a clock that was set back.
        v_done := r.started >= p_before AND r.started <= p_now;
        EXIT WHEN v_done;
        IF r.started < p_before AND r.state <> 0 AND NOT (p_what = 'free-inputs' AND r.charged > 0) THEN
            IF p_what = 'answers' THEN DELETE FROM "IdempotentCall" WHERE "callKey" = r.key;
            ELSE DELETE FROM "CallInput" WHERE "callKey" = r.key; END IF;
            IF FOUND THEN
                deleted := deleted + 1;
                IF r.bytes > 0 THEN UPDATE "Purse" SET "keptBytes" = "keptBytes" - r.bytes WHERE "key" = r.purse; END IF;
            END IF;
        END IF;
        last_key := r.key;
    END LOOP;
    IF p_what = 'free-inputs' AND last_key > v_begin THEN
        UPDATE "LedgerProgress" SET "freeInputsPruned" = last_key;
    END IF;
    IF v_done OR v_rows = 0 THEN last_key := NULL; END IF;
    RETURN NEXT;
END $$;
