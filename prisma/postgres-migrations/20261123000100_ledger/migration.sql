-- The ledger's transactions. A batch of jobs is one statement, so that many calls share one commit. Locks are always
-- taken in the same order, so that batches do not wait for each other in a circle: the rights to hold, purses by key,
-- idempotency keys, spending of keys, daily use, and last the shares of the portal's purses.

CREATE FUNCTION "time_of"(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_timestamp(ms / 1000.0);

CREATE FUNCTION "ms_of"("time" timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN round(extract(epoch FROM "time") * 1000)::bigint;

-- The smallest key of a day: day since 1970 * 2^32.
CREATE FUNCTION "first_key"("day" date) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ("day" - DATE '1970-01-01')::bigint << 32;

-- Keys grow with time, by the clock of the database.
CREATE FUNCTION "timed_key"("number" bigint) RETURNS bigint LANGUAGE sql VOLATILE
    RETURN "first_key"((clock_timestamp() AT TIME ZONE 'UTC')::date) | ("number" & 4294967295);

-- Makes a part of a table for some days, unless there is one.
CREATE FUNCTION "make_partition"(p_table text, p_suffix text, p_from date, p_to date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF to_regclass(format('%I', p_table || p_suffix)) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format(
        'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s) %s',
        p_table || p_suffix, p_table, "first_key"(p_from), "first_key"(p_to),
        CASE p_table
            -- A call is updated once: its row keeps room for that on its page.
            WHEN 'Call' THEN 'WITH (fillfactor = 60)'
            -- Its rows are deleted shortly before the whole table is.
            WHEN 'CallInput' THEN 'WITH (autovacuum_enabled = false)'
            ELSE '' END
    );
END $$;

-- Makes the tables of this month and the next two, and of the next days. Anybody may call it at any time.
CREATE FUNCTION "make_partitions"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
    v_month date;
    v_table text;
BEGIN
    PERFORM pg_advisory_xact_lock(7201403);
    FOR i IN 0..2 LOOP
        v_month := date_trunc('month', v_today)::date + make_interval(months => i);
        FOREACH v_table IN ARRAY ARRAY['Entry', 'Call', 'CallEnding'] LOOP
            PERFORM "make_partition"(v_table, to_char(v_month, '_YYYY_MM'), v_month, (v_month + interval '1 month')::date);
        END LOOP;
    END LOOP;
    FOR i IN 0..14 LOOP
        PERFORM "make_partition"('CallInput', to_char(v_today + i, '_YYYY_MM_DD'), v_today + i, v_today + i + 1);
    END LOOP;
END $$;
SELECT "make_partitions"();

-- Adds to a share of one of the portal's own purses. Connections have different shares.
CREATE FUNCTION "add_to_share"(p_purse bigint, p_credits bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO "PurseShare" AS s ("purseKey", "share", "posted")
    VALUES (p_purse, pg_backend_pid() % 256, p_credits)
    ON CONFLICT ("purseKey", "share") DO UPDATE SET "posted" = s."posted" + excluded."posted"
$$;

-- The call of an idempotency key, as long as it is stored: while the call is open, and for a day after it began.
CREATE FUNCTION "earlier_call"(p_hash text, p_first_hash text, p_owner text, p_now bigint)
RETURNS TABLE (call_key bigint, call_id text, version_key integer, fingerprint text, state integer, charged bigint)
LANGUAGE sql STABLE AS $$
    SELECT c."key", c."id", c."versionKey", i."fingerprint", c."state", c."charged"
      FROM (SELECT 1 AS turn, o."callKey", o."fingerprint" FROM "IdempotentCall" o WHERE o."hash" = p_hash
            UNION ALL
            SELECT 2, f."callKey", f."fingerprint" FROM "IdempotentCall" f WHERE f."hash" = p_first_hash) i
      JOIN LATERAL (SELECT * FROM "Call" k WHERE k."key" = i."callKey" LIMIT 1) c ON true
     WHERE (i.turn = 1 OR c."owner" IS NOT DISTINCT FROM p_owner)
       AND (c."state" = 0 OR p_now - "ms_of"(c."startedAt") < 86400000)
     ORDER BY i.turn LIMIT 1
$$;

-- Opens calls and takes their quotes out of what is available. Each job is a list, as in server/store/ledger-changes.ts;
-- each result names its place among them. What is refused leaves nothing behind.
CREATE FUNCTION "hold_batch"(p_instance bigint, p_guest_bytes bigint, p_account_bytes bigint, p_jobs jsonb)
RETURNS TABLE (o_place integer, o_outcome text, o_call_key bigint, o_call_id text, o_charged bigint, o_posted bigint,
               o_pending bigint, o_period text, o_cap bigint, o_spent bigint) LANGUAGE plpgsql
    -- Plans are made once, perhaps while a table is empty. So that they stay good, every table is searched by an array of
    -- keys: "= ANY".
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
    r record;
    v_earlier record;
    v_revoked timestamptz;
    v_used timestamptz;
    v_cap_day bigint;
    v_cap_month bigint;
    v_cap_total bigint;
    -- The purse of the current job, whose row is written when the next purse begins.
    v_purse bigint;
    v_posted bigint;
    v_pending bigint;
    v_kept bigint;
    v_granted text;
    v_entries bigint;
    v_due bigint;
    -- Keys grow with time, by the clock of the database.
    v_first_key bigint := "first_key"((clock_timestamp() AT TIME ZONE 'UTC')::date);
    v_day_number bigint;
    v_day text;
    v_call bigint;
    v_entry bigint;
    v_has_cap boolean;
    v_issued bigint := 0;
    v_bytes bigint;
    v_other bigint;
    -- Whether the idempotency key belongs to a call that is out of date, and is taken if the hold succeeds.
    v_expired boolean;
    p_key bigint[] := '{}'; p_posted bigint[] := '{}'; p_pending bigint[] := '{}'; p_kept bigint[] := '{}';
    p_granted text[] := '{}'; p_entries bigint[] := '{}'; v_purse_ids text[]; v_product_keys integer[];
    c_key bigint[] := '{}'; c_place int[] := '{}'; c_purse bigint[] := '{}'; c_keeps boolean[] := '{}';
    e_key bigint[] := '{}'; e_purse bigint[] := '{}'; e_amount bigint[] := '{}'; e_at bigint[] := '{}';
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1, p_instance::integer);
    IF NOT EXISTS (SELECT 1 FROM "Instance" WHERE "key" = p_instance AND "fencedAt" IS NULL) THEN
        RAISE EXCEPTION 'The instance % is fenced.', p_instance USING ERRCODE = 'FB001';
    END IF;
    -- Whoever revokes a key or takes a product offline waits for the holds before, and is seen by those after.
    PERFORM pg_advisory_xact_lock_shared(2, k)
       FROM (SELECT DISTINCT (j->>5)::integer AS k FROM jsonb_array_elements(p_jobs) j WHERE j->>5 IS NOT NULL ORDER BY 1) keys;
    PERFORM pg_advisory_xact_lock_shared(3, k)
       FROM (SELECT DISTINCT (j->>6)::integer AS k FROM jsonb_array_elements(p_jobs) j ORDER BY 1) products;
    INSERT INTO "Purse" ("id", "posted", "pending")
    SELECT DISTINCT j->>1, 0, 0 FROM jsonb_array_elements(p_jobs) j
     WHERE coalesce((j->>2)::bigint, 0) >= (j->>8)::bigint
       AND (SELECT p."key" FROM "Purse" p WHERE p."id" = j->>1) IS NULL
     ORDER BY 1
    ON CONFLICT ("id") DO NOTHING;
    v_purse_ids := ARRAY(SELECT DISTINCT j->>1 FROM jsonb_array_elements(p_jobs) j);
    v_product_keys := ARRAY(SELECT DISTINCT (j->>6)::integer FROM jsonb_array_elements(p_jobs) j);
    PERFORM 1 FROM "Purse" WHERE "id" = ANY (v_purse_ids) ORDER BY "key" FOR NO KEY UPDATE;

    FOR r IN
        SELECT (n - 1)::integer AS place, j->>0 AS call_id, j->>1 AS purse_id, (j->>2)::bigint AS allowance,
               (j->>3)::bigint AS now_ms, j->>4 AS owner, (j->>5)::integer AS api_key, (j->>6)::integer AS product,
               (j->>8)::bigint AS credits, octet_length(j->>10) AS input_bytes, j->>11 AS hash,
               j->>12 AS fingerprint, j->>13 AS first_hash,
               p."key" AS purse, p."posted", p."pending", p."keptBytes" AS kept, p."grantedDay" AS granted,
               o."status"
          FROM jsonb_array_elements(p_jobs) WITH ORDINALITY AS jobs (j, n)
          LEFT JOIN "Purse" p ON p."id" = j->>1 AND p."key" > 2 AND p."id" = ANY (v_purse_ids)
          LEFT JOIN "Product" o ON o."key" = (j->>6)::integer AND o."key" = ANY (v_product_keys)
         ORDER BY p."key" NULLS LAST, n
    LOOP
        IF v_purse IS DISTINCT FROM r.purse OR r.purse IS NULL THEN
            IF v_purse IS NOT NULL THEN
                p_key := p_key || v_purse; p_posted := p_posted || v_posted; p_pending := p_pending || v_pending;
                p_kept := p_kept || v_kept; p_granted := p_granted || v_granted; p_entries := p_entries || v_entries;
            END IF;
            v_purse := r.purse;
            v_posted := coalesce(r.posted, 0);
            v_pending := coalesce(r.pending, 0);
            v_kept := coalesce(r.kept, 0);
            v_granted := r.granted;
            v_entries := 0;
        END IF;
        o_place := r.place; o_call_key := NULL; o_call_id := NULL;
        IF v_day_number IS DISTINCT FROM r.now_ms / 86400000 THEN
            v_day_number := r.now_ms / 86400000;
            v_day := to_char(DATE '1970-01-01' + v_day_number::integer, 'YYYY-MM-DD');
        END IF;
        v_due := CASE WHEN r.allowance IS NULL OR v_granted >= v_day THEN 0
                      ELSE greatest(0, r.allowance - v_posted) END;

        IF r.api_key IS NOT NULL THEN
            SELECT "revokedAt", "lastUsedAt", "capDay", "capMonth", "capTotal"
              INTO v_revoked, v_used, v_cap_day, v_cap_month, v_cap_total FROM "ApiKey" WHERE "key" = r.api_key;
            IF NOT FOUND THEN
                o_outcome := 'no-such-key';
                RETURN NEXT;
                CONTINUE;
            END IF;
            IF v_revoked IS NOT NULL THEN
                o_outcome := 'key-revoked';
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;
        IF r.status = 0 THEN
            o_outcome := 'offline';
            RETURN NEXT;
            CONTINUE;
        END IF;

        v_expired := false;
        v_call := v_first_key | (nextval('"Call_number"') & 4294967295);
        IF r.hash IS NOT NULL THEN
            SELECT * INTO v_earlier FROM "earlier_call"(r.hash, r.first_hash, r.owner, r.now_ms);
            IF NOT FOUND THEN
                INSERT INTO "IdempotentCall" ("callKey", "hash", "fingerprint") VALUES (v_call, r.hash, r.fingerprint)
                    ON CONFLICT ("hash") DO NOTHING;
                IF NOT FOUND THEN
                    -- Somebody else took it a moment ago, perhaps an earlier job of this batch; or it is out of date.
                    SELECT i."callKey" AS call_key, c_place[array_position(c_key, i."callKey")] AS place, i."fingerprint"
                      INTO v_earlier FROM "IdempotentCall" i WHERE i."hash" = r.hash;
                    IF v_earlier.place IS NOT NULL THEN
                        o_outcome := CASE WHEN v_earlier.fingerprint = r.fingerprint THEN 'in-flight' ELSE 'other-call' END;
                        o_call_id := p_jobs->v_earlier.place->>0;
                        RETURN NEXT;
                        CONTINUE;
                    END IF;
                    SELECT * INTO v_earlier FROM "earlier_call"(r.hash, r.first_hash, r.owner, r.now_ms);
                    IF NOT FOUND THEN
                        v_expired := true;
                        v_earlier := NULL;
                    END IF;
                ELSE
                    v_earlier := NULL;
                END IF;
            END IF;
            IF v_earlier IS NOT NULL THEN
                o_outcome := CASE WHEN v_earlier.fingerprint <> r.fingerprint THEN 'other-call'
                                  WHEN v_earlier.state = 0 THEN 'in-flight'
                                  WHEN v_earlier.state = 3 THEN 'unknown' ELSE 'done' END;
                o_call_id := v_earlier.call_id; o_call_key := v_earlier.call_key; o_charged := v_earlier.charged;
                o_posted := v_posted + v_due; o_pending := v_pending;
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;

        o_outcome := 'held';
        v_has_cap := r.api_key IS NOT NULL AND coalesce(v_cap_day, v_cap_month, v_cap_total) IS NOT NULL;
        IF v_has_cap THEN
            SELECT cap.name, cap.most, coalesce(s."credits", 0) INTO o_period, o_cap, o_spent
              FROM (VALUES (1, 'day', v_day, v_cap_day), (2, 'month', left(v_day, 7), v_cap_month),
                           (3, 'total', 'all', v_cap_total)) cap (n, name, period, most)
              LEFT JOIN "KeySpend" s ON s."apiKeyKey" = r.api_key AND s."period" = cap.period
             WHERE coalesce(s."credits", 0) + r.credits > cap.most ORDER BY cap.n LIMIT 1;
            IF FOUND THEN o_outcome := 'over-cap'; END IF;
        END IF;
        IF o_outcome = 'held' AND (v_purse IS NULL OR v_posted + v_due - v_pending < r.credits) THEN
            o_outcome := 'insufficient';
            o_posted := v_posted + v_due; o_pending := v_pending;
        END IF;
        IF o_outcome <> 'held' THEN
            IF r.hash IS NOT NULL THEN DELETE FROM "IdempotentCall" WHERE "callKey" = v_call; END IF;
            RETURN NEXT;
            CONTINUE;
        END IF;

        IF v_expired THEN
            WITH old AS (DELETE FROM "IdempotentCall" WHERE "hash" = r.hash RETURNING "callKey", "bytes")
            SELECT c."purseKey", old."bytes" INTO v_other, v_bytes FROM old JOIN "Call" c ON c."key" = old."callKey";
            IF v_other = v_purse THEN v_kept := v_kept - v_bytes;
            ELSE UPDATE "Purse" SET "keptBytes" = "keptBytes" - v_bytes WHERE "key" = v_other; END IF;
            INSERT INTO "IdempotentCall" ("callKey", "hash", "fingerprint") VALUES (v_call, r.hash, r.fingerprint);
        END IF;
        IF r.allowance IS NOT NULL AND (v_granted IS NULL OR v_granted < v_day) THEN
            v_posted := v_posted + v_due;
            v_granted := v_day;
            IF v_due > 0 THEN
                v_issued := v_issued + v_due;
                v_entries := v_entries + 1;
                FOR i IN 1..2 LOOP
                    e_key := e_key || (v_first_key | (nextval('"Entry_number"') & 4294967295));
                    e_purse := e_purse || CASE i WHEN 1 THEN 1 ELSE v_purse END;
                    e_amount := e_amount || CASE i WHEN 1 THEN -v_due ELSE v_due END;
                    e_at := e_at || r.now_ms;
                END LOOP;
            END IF;
        END IF;
        v_pending := v_pending + r.credits;
        IF v_has_cap THEN
            INSERT INTO "KeySpend" AS s ("apiKeyKey", "period", "credits")
            VALUES (r.api_key, v_day, r.credits), (r.api_key, left(v_day, 7), r.credits), (r.api_key, 'all', r.credits)
            ON CONFLICT ("apiKeyKey", "period") DO UPDATE SET "credits" = s."credits" + excluded."credits";
        END IF;
        IF r.api_key IS NOT NULL
           AND (v_used IS NULL OR abs(r.now_ms - "ms_of"(v_used)) >= 60000) THEN
            -- Whoever revokes the key has its row and waits for this batch: the batch does not wait for him.
            UPDATE "ApiKey" SET "lastUsedAt" = "time_of"(r.now_ms)
             WHERE "key" = (SELECT k."key" FROM "ApiKey" k WHERE k."key" = r.api_key FOR NO KEY UPDATE SKIP LOCKED);
        END IF;
        v_bytes := coalesce(r.input_bytes, 0);
        c_keeps := c_keeps || (r.input_bytes IS NOT NULL
            AND v_kept + v_bytes <= CASE WHEN r.allowance IS NULL THEN p_account_bytes ELSE p_guest_bytes END);
        IF c_keeps[array_upper(c_keeps, 1)] THEN v_kept := v_kept + v_bytes; END IF;
        c_key := c_key || v_call;
        c_place := c_place || r.place;
        c_purse := c_purse || v_purse;
        o_call_key := v_call; o_posted := v_posted; o_pending := v_pending;
        RETURN NEXT;
    END LOOP;

    UPDATE "Purse" p SET "posted" = n.posted, "pending" = n.pending, "keptBytes" = n.kept, "grantedDay" = n.granted,
           "entryCount" = p."entryCount" + n.entries
      FROM unnest(p_key || v_purse, p_posted || v_posted, p_pending || v_pending, p_kept || v_kept, p_granted || v_granted,
                  p_entries || v_entries) AS n (key, posted, pending, kept, granted, entries)
     WHERE p."key" = n.key AND p."key" = ANY (p_key || v_purse);
    -- The index of ids cannot be unique over all partitions. Ids are random; this finds a mistake.
    IF EXISTS (SELECT 1 FROM "Call" c WHERE c."id" = ANY (ARRAY(SELECT p_jobs->place->>0 FROM unnest(c_place) place))
                  AND c."key" >= v_first_key - 4294967296) THEN
        RAISE EXCEPTION 'There is a call of this id.' USING ERRCODE = 'unique_violation';
    END IF;
    INSERT INTO "Call" ("key", "id", "purseKey", "owner", "apiKeyKey", "productKey", "versionKey", "state", "quoted",
                        "charged", "startedAt", "inputHash", "instanceKey")
    SELECT c.key, j->>0, c.purse, j->>4, (j->>5)::integer, (j->>6)::integer, (j->>7)::integer, 0, (j->>8)::bigint,
           0, "time_of"((j->>3)::bigint), j->>9, p_instance
      FROM unnest(c_key, c_place, c_purse) AS c (key, place, purse) CROSS JOIN LATERAL (SELECT p_jobs->c.place AS j) job;
    INSERT INTO "CallInput" ("callKey", "input", "bytes")
    SELECT c.key, j->>10, octet_length(j->>10)
      FROM unnest(c_key, c_place, c_keeps) AS c (key, place, keeps) CROSS JOIN LATERAL (SELECT p_jobs->c.place AS j) job
     WHERE c.keeps;
    IF v_issued > 0 THEN
        INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at")
        SELECT e.key, CASE WHEN e.amount < 0 THEN e.key ELSE e.before END, e.purse, e.amount, 'allowance', "time_of"(e.at)
          FROM (SELECT *, lag(key) OVER (ORDER BY n) AS before
                  FROM unnest(e_key, e_purse, e_amount, e_at) WITH ORDINALITY AS one (key, purse, amount, at, n)) e;
        PERFORM "add_to_share"(1, -v_issued);
    END IF;
END $$;

-- Resolves calls, charged (1), released (2) or unknown (3), and stores how they ended. Each job is
-- [callKey, state, charged, nowMs, ending, answerHead, freesKey], its body is in the array; each result names
-- its place among them; a job that was refused has a message.
CREATE FUNCTION "settle_batch"(p_guest_bytes bigint, p_account_bytes bigint, p_jobs jsonb, p_bodies bytea[])
RETURNS TABLE (o_place integer, o_posted bigint, o_pending bigint, o_message text) LANGUAGE plpgsql
    -- Plans are made once, perhaps while a table is empty. So that they stay good, every table is searched by an array of
    -- keys: "= ANY".
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
    r record;
    v_calls bigint[];
    v_purses bigint[];
    v_purse bigint;
    v_posted bigint;
    v_pending bigint;
    v_kept bigint;
    v_bytes bigint;
    v_entries bigint;
    v_first_key bigint := "first_key"((clock_timestamp() AT TIME ZONE 'UTC')::date);
    v_earned bigint := 0;
    v_returns boolean := false;
    v_entry bigint;
    p_key bigint[] := '{}'; p_posted bigint[] := '{}'; p_pending bigint[] := '{}'; p_kept bigint[] := '{}'; p_entries bigint[] := '{}';
    d_place int[] := '{}'; d_call bigint[] := '{}'; d_purse bigint[] := '{}'; d_entry bigint[] := '{}'; d_charged bigint[] := '{}';
    d_key int[] := '{}'; d_back bigint[] := '{}'; d_day text[] := '{}'; d_product int[] := '{}'; d_bytes bigint[] := '{}';
BEGIN
    v_calls := ARRAY(SELECT (j->>0)::bigint FROM jsonb_array_elements(p_jobs) j);
    v_purses := ARRAY(SELECT DISTINCT c."purseKey" FROM "Call" c WHERE c."key" = ANY (v_calls));
    PERFORM 1 FROM "Purse" WHERE "key" = ANY (v_purses) ORDER BY "key" FOR NO KEY UPDATE;

    FOR r IN
        WITH jobs AS (
            SELECT (n - 1)::integer AS place, (j->>0)::bigint AS call_key, (j->>1)::integer AS state,
                   (j->>2)::bigint AS charged, (j->>3)::bigint AS now_ms, octet_length(j->>5) AS head_bytes,
                   coalesce((j->>6)::boolean, false) AS frees
              FROM jsonb_array_elements(p_jobs) WITH ORDINALITY AS one (j, n)
        ), closed AS (
            UPDATE "Call" c SET "state" = j.state, "charged" = j.charged, "settledAt" = "time_of"(j.now_ms)
              FROM jobs j WHERE c."key" = ANY (v_calls) AND c."key" = j.call_key AND c."state" = 0 AND j.charged BETWEEN 0 AND c."quoted"
            RETURNING j.*, c."purseKey" AS purse_key, c."apiKeyKey" AS api_key, c."productKey" AS product, c."quoted",
                      to_char(c."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
        )
        SELECT d.*, i."callKey" IS NOT NULL AS has_key,
               p."posted", p."pending", p."keptBytes" AS kept, p."grantedDay" IS NOT NULL AS is_guest
          FROM closed d JOIN "Purse" p ON p."key" = d.purse_key AND p."key" = ANY (v_purses)
          LEFT JOIN "IdempotentCall" i
            ON i."callKey" = d.call_key AND i."callKey" = ANY (v_calls) AND (d.head_bytes IS NOT NULL OR d.frees)
         ORDER BY d.purse_key, d.place
    LOOP
        IF v_purse IS DISTINCT FROM r.purse_key THEN
            IF v_purse IS NOT NULL THEN
                p_key := p_key || v_purse; p_posted := p_posted || v_posted; p_pending := p_pending || v_pending;
                p_kept := p_kept || v_kept; p_entries := p_entries || v_entries;
            END IF;
            v_entries := 0;
            v_purse := r.purse_key;
            v_posted := r.posted;
            v_pending := r.pending;
            v_kept := r.kept;
        END IF;
        v_posted := v_posted - r.charged;
        v_pending := v_pending - r.quoted;
        v_bytes := NULL;
        IF r.head_bytes IS NOT NULL AND r.has_key AND NOT r.frees THEN
            v_bytes := r.head_bytes + coalesce(octet_length(p_bodies[r.place + 1]), 0);
            IF v_kept + v_bytes > (CASE WHEN r.is_guest THEN p_guest_bytes ELSE p_account_bytes END) THEN v_bytes := NULL;
            ELSE v_kept := v_kept + v_bytes; END IF;
        END IF;
        v_entry := NULL;
        IF r.charged > 0 THEN
            v_earned := v_earned + r.charged;
            v_entries := v_entries + 1;
            v_entry := v_first_key | (nextval('"Entry_number"') & 4294967295);
        END IF;
        v_returns := v_returns OR (r.api_key IS NOT NULL AND r.charged < r.quoted);
        IF r.frees AND r.has_key THEN DELETE FROM "IdempotentCall" WHERE "callKey" = r.call_key; END IF;
        d_place := d_place || r.place; d_call := d_call || r.call_key; d_purse := d_purse || v_purse; d_entry := d_entry || v_entry;
        d_charged := d_charged || r.charged; d_key := d_key || r.api_key; d_back := d_back || (r.quoted - r.charged);
        d_day := d_day || r.day; d_product := d_product || r.product; d_bytes := d_bytes || v_bytes;
        o_place := r.place; o_posted := v_posted; o_pending := v_pending; o_message := NULL;
        RETURN NEXT;
    END LOOP;
    UPDATE "Purse" p SET "posted" = n.posted, "pending" = n.pending, "keptBytes" = n.kept,
           "entryCount" = p."entryCount" + n.entries
      FROM unnest(p_key || v_purse, p_posted || v_posted, p_pending || v_pending, p_kept || v_kept, p_entries || v_entries)
           AS n (key, posted, pending, kept, entries)
     WHERE p."key" = n.key AND p."key" = ANY (p_key || v_purse);

    IF cardinality(d_place) < jsonb_array_length(p_jobs) THEN
        FOR r IN
            SELECT (n - 1)::integer AS place, (j->>0)::bigint AS call_key, (j->>2)::bigint AS charged
              FROM jsonb_array_elements(p_jobs) WITH ORDINALITY AS one (j, n) WHERE n - 1 <> ALL (d_place)
        LOOP
            SELECT CASE WHEN count(*) = 0 THEN format('There is no call %s.', r.call_key)
                        WHEN max("state") <> 0 THEN format('The hold of call %s is resolved already.', r.call_key)
                        ELSE format('The call %s cannot be charged %s: %s credits are held.', r.call_key, r.charged, max("quoted"))
                   END INTO o_message FROM "Call" WHERE "key" = r.call_key;
            o_place := r.place; o_posted := NULL; o_pending := NULL;
            RETURN NEXT;
        END LOOP;
    END IF;
    INSERT INTO "CallEnding" ("callKey", "ending")
    SELECT d.call, p_jobs->d.place->>4 FROM unnest(d_call, d_place) AS d (call, place) WHERE p_jobs->d.place->>4 IS NOT NULL;
    UPDATE "IdempotentCall" i SET "head" = p_jobs->d.place->>5, "body" = p_bodies[d.place + 1], "bytes" = d.bytes
      FROM unnest(d_call, d_place, d_bytes) AS d (call, place, bytes) WHERE i."callKey" = d.call AND i."callKey" = ANY (d_call) AND d.bytes IS NOT NULL;
    IF v_returns THEN
        UPDATE "KeySpend" s SET "credits" = s."credits" - g.credits
          FROM (SELECT d.key, period, sum(d.back)::bigint AS credits
                  FROM unnest(d_key, d_back, d_day) AS d (key, back, day)
                 CROSS JOIN LATERAL (VALUES (d.day), (left(d.day, 7)), ('all')) AS periods (period)
                 WHERE d.key IS NOT NULL AND d.back > 0 GROUP BY d.key, period) g
         WHERE s."apiKeyKey" = g.key AND s."period" = g.period AND s."apiKeyKey" = ANY (d_key);
    END IF;
    INSERT INTO "DailyUse" AS u ("purseKey", "day", "productKey", "calls", "credits")
    SELECT d.purse, d.day, d.product, count(*), sum(d.charged)
      FROM unnest(d_purse, d_day, d_product, d_charged) AS d (purse, day, product, charged)
     GROUP BY d.purse, d.day, d.product ORDER BY 1, 2, 3
    ON CONFLICT ("purseKey", "day", "productKey") DO UPDATE
       SET "calls" = u."calls" + excluded."calls", "credits" = u."credits" + excluded."credits";
    IF v_earned > 0 THEN
        INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at", "callKey")
        SELECT CASE side WHEN 1 THEN d.entry ELSE v_first_key | (nextval('"Entry_number"') & 4294967295) END, d.entry,
               CASE side WHEN 1 THEN d.purse ELSE 2 END, CASE side WHEN 1 THEN -d.charged ELSE d.charged END,
               'charge', "time_of"((p_jobs->d.place->>3)::bigint), d.call
          FROM unnest(d_entry, d_purse, d_charged, d_place, d_call) AS d (entry, purse, charged, place, call)
         CROSS JOIN (VALUES (1), (2)) AS sides (side)
         WHERE d.entry IS NOT NULL;
        PERFORM "add_to_share"(2, v_earned);
    END IF;
END $$;

-- Issues credits to a purse, or takes them out; a refund comes out of what was earned. Refusals are exceptions.
CREATE FUNCTION "grant_credits"(p_purse text, p_credits bigint, p_kind text, p_reason text, p_now bigint, p_call text)
RETURNS TABLE (posted bigint, pending bigint) LANGUAGE plpgsql AS $$
DECLARE
    v_purse record;
    v_call bigint;
    v_charged bigint;
    v_left bigint;
    v_from bigint := CASE WHEN p_kind = 'refund' THEN 2 ELSE 1 END;
    v_entry bigint;
BEGIN
    INSERT INTO "Purse" ("id", "posted", "pending") SELECT p_purse, 0, 0
     WHERE NOT EXISTS (SELECT 1 FROM "Purse" p WHERE p."id" = p_purse) ON CONFLICT ("id") DO NOTHING;
    SELECT * INTO v_purse FROM "Purse" p WHERE p."id" = p_purse FOR NO KEY UPDATE;
    IF v_purse."key" <= 2 OR v_purse."posted" + p_credits - v_purse."pending" < 0
       OR v_purse."posted" + p_credits > 9007199254740991 THEN
        RAISE EXCEPTION '% has % credits available: % cannot be added.',
            p_purse, v_purse."posted" - v_purse."pending", p_credits;
    END IF;
    IF abs((SELECT p."posted" FROM "Purse" p WHERE p."key" = v_from)
           + (SELECT coalesce(sum(s."posted"), 0) FROM "PurseShare" s WHERE s."purseKey" = v_from) - p_credits) > 9007199254740991 THEN
        RAISE EXCEPTION 'More credits cannot be issued.';
    END IF;
    IF p_call IS NOT NULL THEN
        SELECT c."key", c."charged" INTO v_call, v_charged FROM "Call" c WHERE c."id" = p_call AND c."purseKey" = v_purse."key";
        IF NOT FOUND THEN
            RAISE EXCEPTION 'The purse has made no call %.', p_call;
        END IF;
        SELECT v_charged - coalesce(sum(e."amount"), 0) INTO v_left
          FROM "Entry" e WHERE e."kind" = 'refund' AND e."callKey" = v_call AND e."amount" > 0;
        IF p_credits > v_left THEN
            RAISE EXCEPTION '% cost % credits, of which % can still be given back.', p_call, v_charged, v_left;
        END IF;
    END IF;
    UPDATE "Purse" p SET "posted" = p."posted" + p_credits, "entryCount" = p."entryCount" + 1 WHERE p."key" = v_purse."key";
    v_entry := "timed_key"(nextval('"Entry_number"'));
    INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at", "callKey", "reason") VALUES
        (v_entry, v_entry, v_from, -p_credits, p_kind, "time_of"(p_now), v_call, p_reason),
        ("timed_key"(nextval('"Entry_number"')), v_entry, v_purse."key", p_credits, p_kind, "time_of"(p_now),
         v_call, p_reason);
    PERFORM "add_to_share"(v_from, -p_credits);
    posted := v_purse."posted" + p_credits;
    pending := v_purse."pending";
    RETURN NEXT;
END $$;

-- Resolves some open calls of a fenced instance as unknown, at no cost. Returns how many.
CREATE FUNCTION "resolve_lost"(p_instance bigint, p_now bigint, p_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_jobs jsonb;
BEGIN
    SELECT coalesce(jsonb_agg(jsonb_build_array(open."key", 3, 0, p_now, NULL, NULL, false)), '[]') INTO v_jobs
      FROM (SELECT c."key" FROM "Call" c
             WHERE c."key" >= (SELECT "firstOpenCall" FROM "Instance" WHERE "key" = p_instance)
               AND c."instanceKey" = p_instance AND c."state" = 0
             ORDER BY c."key" LIMIT p_most) open;
    PERFORM "settle_batch"(0, 0, v_jobs, '{}');
    RETURN jsonb_array_length(v_jobs);
END $$;

-- Fences the instances that have not been seen for a while, and returns all whose calls are to be resolved.
CREATE FUNCTION "fence_lost"(p_self bigint, p_ms bigint) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
    v_key bigint;
BEGIN
    FOR v_key IN
        SELECT "key" FROM "Instance"
         WHERE "key" <> p_self AND "fencedAt" IS NULL AND "seenAt" <= clock_timestamp() - p_ms * interval '1 millisecond'
         ORDER BY "key" FOR UPDATE SKIP LOCKED
    LOOP
        -- Its last batch of holds is done before, and it can begin no other one.
        PERFORM pg_advisory_xact_lock(1, v_key::integer);
        UPDATE "Instance" SET "fencedAt" = clock_timestamp() WHERE "key" = v_key;
    END LOOP;
    RETURN QUERY SELECT "key" FROM "Instance" WHERE "fencedAt" IS NOT NULL AND "resolvedAt" IS NULL ORDER BY "key";
END $$;

-- Deletes some of what is kept for a while only. Returns how many, and where the next run goes on: null at the end.
CREATE FUNCTION "prune_some"(p_what text, p_now bigint, p_before bigint, p_after bigint, p_most integer)
RETURNS TABLE (deleted integer, last_key bigint) LANGUAGE plpgsql AS $$
DECLARE
    r record;
    v_begin bigint := p_after;
    v_rows integer := 0;
    v_done boolean := false;
BEGIN
    deleted := 0;
    IF p_what = 'free-inputs' THEN
        SELECT greatest(p_after, "freeInputsPruned") INTO v_begin FROM "LedgerProgress";
    END IF;
    last_key := v_begin;
    FOR r IN
        SELECT k."callKey" AS key, k."bytes", c."state", c."charged", c."purseKey" AS purse, "ms_of"(c."startedAt") AS started
          FROM (SELECT i."callKey", i."bytes" FROM "CallInput" i WHERE p_what <> 'answers' AND i."callKey" > v_begin
                UNION ALL
                SELECT i."callKey", i."bytes" FROM "IdempotentCall" i WHERE p_what = 'answers' AND i."callKey" > v_begin
                ORDER BY 1 LIMIT p_most) k
          JOIN "Call" c ON c."key" = k."callKey" ORDER BY k."callKey"
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

-- Whoever revokes a key or changes the status of a product waits for the holds that were begun before, and so is seen
-- by every hold that is begun after the change is committed.
CREATE FUNCTION "after_holds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(CASE TG_TABLE_NAME WHEN 'ApiKey' THEN 2 ELSE 3 END, NEW."key");
    RETURN NEW;
END $$;
CREATE TRIGGER "ApiKey_revoked_after_holds" BEFORE UPDATE OF "revokedAt" ON "ApiKey"
    FOR EACH ROW EXECUTE FUNCTION "after_holds"();
CREATE TRIGGER "Product_status_after_holds" BEFORE UPDATE OF "status" ON "Product"
    FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION "after_holds"();

-- Drops the inputs of days that are over since the day before p_before, and releases their bytes. Returns how many.
CREATE FUNCTION "drop_old_inputs"(p_before bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_table regclass;
    v_dropped bigint := 0;
    v_count bigint;
BEGIN
    FOR v_table IN
        SELECT i.inhrelid::regclass FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = '"CallInput"'::regclass
           -- The condition may be asked of every table there is.
           AND CASE WHEN c.relname ~ '^CallInput_\d{4}_\d{2}_\d{2}$' THEN to_date(right(c.relname, 10), 'YYYY_MM_DD') END + 1
               -- Whatever the clock of a portal says, calls of today have a table.
               < least(("time_of"(p_before) AT TIME ZONE 'UTC')::date, (clock_timestamp() AT TIME ZONE 'UTC')::date)
         ORDER BY c.relname
    LOOP
        EXECUTE format(
            'WITH kept AS (SELECT c."purseKey", sum(k."bytes") AS bytes FROM %s k JOIN "Call" c ON c."key" = k."callKey" GROUP BY 1),
                  locked AS (SELECT p."key" FROM "Purse" p WHERE p."key" IN (SELECT "purseKey" FROM kept) ORDER BY 1 FOR NO KEY UPDATE)
             UPDATE "Purse" p SET "keptBytes" = p."keptBytes" - kept.bytes FROM kept JOIN locked ON locked."key" = kept."purseKey"
              WHERE p."key" = kept."purseKey"', v_table);
        EXECUTE format('SELECT count(*) FROM %s', v_table) INTO v_count;
        EXECUTE format('DROP TABLE %s', v_table);
        v_dropped := v_dropped + v_count;
    END LOOP;
    RETURN v_dropped;
END $$;
