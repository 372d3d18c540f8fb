-- Opens calls, as before, and refuses in the order of SQLite: first whoever has lost access, who learns nothing more; then an
-- earlier call answers; then comes what no smaller price would mend, and then the limits and the balance.
CREATE OR REPLACE FUNCTION "hold_batch"(p_instance bigint, p_guest_bytes bigint, p_account_bytes bigint, p_jobs jsonb)
RETURNS TABLE (o_place integer, o_outcome text, o_call_key bigint, o_call_id text, o_charged bigint, o_posted bigint,
               o_pending bigint, o_period text, o_cap bigint, o_spent bigint) LANGUAGE plpgsql
    -- Plans are made once, perhaps while a table is empty. So that they stay good, every table is searched by an array of
    -- keys: "= ANY".
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET lock_timeout = '20s'
AS $$
DECLARE
    r record;
    v_earlier record;
    v_may_call boolean;
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
    v_account_has_cap boolean;
    v_issued bigint := 0;
    v_bytes bigint;
    v_other bigint;
    -- Whether the idempotency key belongs to a call that is out of date, and is taken if the hold succeeds.
    v_expired boolean;
    p_key bigint[] := '{}'; p_posted bigint[] := '{}'; p_pending bigint[] := '{}'; p_kept bigint[] := '{}';
    p_granted text[] := '{}'; p_entries bigint[] := '{}'; v_purse_ids text[]; v_product_keys integer[]; v_api_keys integer[];
    v_members integer[];
    v_may_need_purse boolean;
    v_is_fenced boolean;
    -- Locks are assigned to it, because an assignment is no statement.
    v_locked text;
    v_key integer;
    c_key bigint[] := '{}'; c_place int[] := '{}'; c_purse bigint[] := '{}'; c_keeps boolean[] := '{}';
    e_key bigint[] := '{}'; e_purse bigint[] := '{}'; e_amount bigint[] := '{}'; e_at bigint[] := '{}';
BEGIN
    v_locked := pg_advisory_xact_lock_shared(1, p_instance::integer);
    SELECT NOT EXISTS (SELECT 1 FROM "Instance" WHERE "key" = p_instance AND "fencedAt" IS NULL),
           array_agg(DISTINCT j->>1),
           coalesce(array_agg(DISTINCT (j->>5)::integer ORDER BY (j->>5)::integer) FILTER (WHERE j->>5 IS NOT NULL), '{}'),
           array_agg(DISTINCT (j->>6)::integer ORDER BY (j->>6)::integer),
           array_agg(DISTINCT (j->>14)::integer) FILTER (WHERE j->>14 IS NOT NULL),
           bool_or(coalesce((j->>2)::bigint, 0) >= (j->>8)::bigint)
      INTO v_is_fenced, v_purse_ids, v_api_keys, v_product_keys, v_members, v_may_need_purse
      FROM jsonb_array_elements(p_jobs) j;
    IF v_is_fenced THEN
        RAISE EXCEPTION 'The instance % is fenced.', p_instance USING ERRCODE = 'FB001';
    END IF;
    -- Whoever revokes a key or takes a product offline waits for the holds before, and is seen by those after.
    FOREACH v_key IN ARRAY v_api_keys LOOP v_locked := pg_advisory_xact_lock_shared(2, v_key); END LOOP;
    FOREACH v_key IN ARRAY v_product_keys LOOP v_locked := pg_advisory_xact_lock_shared(3, v_key); END LOOP;
    IF v_may_need_purse THEN
        INSERT INTO "Purse" ("id", "posted", "pending")
        SELECT DISTINCT j->>1, 0, 0 FROM jsonb_array_elements(p_jobs) j
         WHERE coalesce((j->>2)::bigint, 0) >= (j->>8)::bigint
           AND (SELECT p."key" FROM "Purse" p WHERE p."id" = j->>1) IS NULL
         ORDER BY 1
        ON CONFLICT ("id") DO NOTHING;
    END IF;
    -- A member is changed under the lock of the account's purse, and so before the holds of a batch or after them.
    PERFORM 1 FROM "Purse" WHERE "id" = ANY (v_purse_ids) ORDER BY "key" FOR NO KEY UPDATE;

    FOR r IN
        SELECT (n - 1)::integer AS place, j->>0 AS call_id, j->>1 AS purse_id, (j->>2)::bigint AS allowance,
               (j->>3)::bigint AS now_ms, j->>4 AS owner, (j->>5)::integer AS api_key, (j->>6)::integer AS product,
               (j->>8)::bigint AS credits, octet_length(j->>10) AS input_bytes, j->>11 AS hash,
               j->>12 AS fingerprint, j->>13 AS first_hash,
               p."key" AS purse, p."posted", p."pending", p."keptBytes" AS kept, p."grantedDay" AS granted,
               p."suspendedAt" IS NOT NULL AS is_suspended, o."status", k."key" AS known_key, k."revokedAt", k."lastUsedAt", k."capDay", k."capMonth", k."capTotal",
               k."access", k."products", (j->>14)::integer AS member,
               p."capDay" AS account_day, p."capMonth" AS account_month, p."capTotal" AS account_total
          FROM jsonb_array_elements(p_jobs) WITH ORDINALITY AS jobs (j, n)
          LEFT JOIN "Purse" p ON p."id" = j->>1 AND p."key" > 2 AND p."id" = ANY (v_purse_ids)
          LEFT JOIN "Product" o ON o."key" = (j->>6)::integer AND o."key" = ANY (v_product_keys)
          LEFT JOIN "ApiKey" k ON k."key" = (j->>5)::integer AND k."key" = ANY (v_api_keys)
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

        IF r.api_key IS NOT NULL AND r.known_key IS NULL THEN
            o_outcome := 'no-such-key';
            RETURN NEXT;
            CONTINUE;
        END IF;
        IF r."revokedAt" IS NOT NULL THEN
            o_outcome := 'key-revoked';
            RETURN NEXT;
            CONTINUE;
        END IF;
        IF r.is_suspended THEN
            o_outcome := 'suspended';
            RETURN NEXT;
            CONTINUE;
        END IF;
        IF r.member IS NOT NULL THEN
            SELECT m."removedAt" IS NULL AND m."role" IN ('owner', 'admin', 'member'), m."capDay", m."capMonth", m."capTotal"
              INTO v_may_call, v_cap_day, v_cap_month, v_cap_total
              FROM "Member" m WHERE m."key" = r.member AND m."key" = ANY (v_members);
            IF v_may_call IS NOT TRUE THEN
                o_outcome := 'no-member';
                RETURN NEXT;
                CONTINUE;
            END IF;
        END IF;
        IF r."access" = 'read' OR NOT r."products"::jsonb @> to_jsonb(r.product) THEN
            o_outcome := 'out-of-scope';
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

        o_outcome := CASE WHEN r.status = 0 THEN 'offline' ELSE 'held' END;
        v_has_cap := r.api_key IS NOT NULL AND coalesce(r."capDay", r."capMonth", r."capTotal") IS NOT NULL;
        IF o_outcome = 'held' AND v_has_cap THEN
            SELECT cap.name, cap.most, coalesce(s."credits", 0) INTO o_period, o_cap, o_spent
              FROM (VALUES (1, 'day', v_day, r."capDay"), (2, 'month', left(v_day, 7), r."capMonth"),
                           (3, 'total', 'all', r."capTotal")) cap (n, name, period, most)
              LEFT JOIN "KeySpend" s ON s."apiKeyKey" = r.api_key AND s."period" = cap.period
             WHERE coalesce(s."credits", 0) + r.credits > cap.most ORDER BY cap.n LIMIT 1;
            IF FOUND THEN o_outcome := 'over-cap'; END IF;
        END IF;
        IF o_outcome = 'held' AND r.member IS NOT NULL AND coalesce(v_cap_day, v_cap_month, v_cap_total) IS NOT NULL THEN
            SELECT cap.name, cap.most, cap.spent INTO o_period, o_cap, o_spent
              FROM (SELECT coalesce(sum(s."credits") FILTER (WHERE s."day" = v_day), 0)::bigint AS of_day,
                           coalesce(sum(s."credits") FILTER (WHERE left(s."day", 7) = left(v_day, 7)), 0)::bigint AS of_month,
                           coalesce(sum(s."credits"), 0)::bigint AS of_all
                      FROM "MemberSpend" s
                     WHERE s."memberKey" = r.member AND s."memberKey" = ANY (v_members)
                       -- No days before those that a cap counts.
                       AND s."day" >= CASE WHEN v_cap_total IS NOT NULL THEN ''
                                           WHEN v_cap_month IS NOT NULL THEN left(v_day, 7) ELSE v_day END) spend
             CROSS JOIN LATERAL (VALUES (1, 'day', v_cap_day, spend.of_day), (2, 'month', v_cap_month, spend.of_month),
                                        (3, 'total', v_cap_total, spend.of_all)) cap (n, name, most, spent)
             WHERE cap.spent + r.credits > cap.most ORDER BY cap.n LIMIT 1;
            IF FOUND THEN o_outcome := 'over-member-cap'; END IF;
        END IF;
        v_account_has_cap := coalesce(r.account_day, r.account_month, r.account_total) IS NOT NULL;
        IF o_outcome = 'held' AND v_account_has_cap THEN
            SELECT cap.name, cap.most, coalesce(s."credits", 0) INTO o_period, o_cap, o_spent
              FROM (VALUES (1, 'day', v_day, r.account_day), (2, 'month', left(v_day, 7), r.account_month),
                           (3, 'total', 'all', r.account_total)) cap (n, name, period, most)
              LEFT JOIN "AccountSpend" s ON s."purseKey" = v_purse AND s."period" = cap.period
             WHERE coalesce(s."credits", 0) + r.credits > cap.most ORDER BY cap.n LIMIT 1;
            IF FOUND THEN o_outcome := 'over-account-cap'; END IF;
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
        IF r.member IS NOT NULL AND r.credits > 0 THEN
            INSERT INTO "MemberSpend" AS s ("memberKey", "day", "credits") VALUES (r.member, v_day, r.credits)
            ON CONFLICT ("memberKey", "day") DO UPDATE SET "credits" = s."credits" + excluded."credits";
        END IF;
        IF v_account_has_cap THEN
            INSERT INTO "AccountSpend" AS s ("purseKey", "period", "credits")
            VALUES (v_purse, v_day, r.credits), (v_purse, left(v_day, 7), r.credits), (v_purse, 'all', r.credits)
            ON CONFLICT ("purseKey", "period") DO UPDATE SET "credits" = s."credits" + excluded."credits";
        END IF;
        IF r.api_key IS NOT NULL
           AND (r."lastUsedAt" IS NULL OR abs(r.now_ms - "ms_of"(r."lastUsedAt")) >= 60000) THEN
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

    WITH opened AS (
        SELECT c.key, c.purse, c.keeps, p_jobs->c.place AS j
          FROM unnest(c_key, c_place, c_purse, c_keeps) AS c (key, place, purse, keeps)
    ), purses AS (
        UPDATE "Purse" p SET "posted" = n.posted, "pending" = n.pending, "keptBytes" = n.kept, "grantedDay" = n.granted,
               "entryCount" = p."entryCount" + n.entries
          FROM unnest(p_key || v_purse, p_posted || v_posted, p_pending || v_pending, p_kept || v_kept, p_granted || v_granted,
                      p_entries || v_entries) AS n (key, posted, pending, kept, granted, entries)
         WHERE p."key" = n.key AND p."key" = ANY (p_key || v_purse)
    ), calls AS (
        INSERT INTO "Call" ("key", "id", "purseKey", "owner", "apiKeyKey", "productKey", "versionKey", "state", "quoted",
                            "charged", "startedAt", "inputHash", "instanceKey", "memberKey")
        SELECT c.key, j->>0, c.purse, j->>4, (j->>5)::integer, (j->>6)::integer, (j->>7)::integer, 0, (j->>8)::bigint,
               0, "time_of"((j->>3)::bigint), j->>9, p_instance, (j->>14)::integer
          FROM opened c
    )
    INSERT INTO "CallInput" ("callKey", "input", "bytes")
    SELECT c.key, j->>10, octet_length(j->>10) FROM opened c WHERE c.keeps;
    IF v_issued > 0 THEN
        INSERT INTO "Entry" ("key", "transfer", "purseKey", "amount", "kind", "at")
        SELECT e.key, CASE WHEN e.amount < 0 THEN e.key ELSE e.before END, e.purse, e.amount, 'allowance', "time_of"(e.at)
          FROM (SELECT *, lag(key) OVER (ORDER BY n) AS before
                  FROM unnest(e_key, e_purse, e_amount, e_at) WITH ORDINALITY AS one (key, purse, amount, at, n)) e;
        PERFORM "add_to_share"(1, -v_issued);
    END IF;
END $$;
