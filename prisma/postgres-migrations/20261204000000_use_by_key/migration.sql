-- The use of a day by key and member, too. 0 where a call has none. Use is the sum of the resolved calls, and is counted
-- anew from them: calls that end meanwhile wait for the table, and are counted after it.
TRUNCATE "DailyUse", "CheckedUse";
ALTER TABLE "DailyUse" ADD COLUMN "apiKeyKey" integer NOT NULL, ADD COLUMN "memberKey" integer NOT NULL,
    DROP CONSTRAINT "DailyUse_pkey", ADD PRIMARY KEY ("purseKey", "day", "productKey", "apiKeyKey", "memberKey");
ALTER TABLE "CheckedUse" ADD COLUMN "apiKeyKey" integer NOT NULL, ADD COLUMN "memberKey" integer NOT NULL,
    DROP CONSTRAINT "CheckedUse_pkey", ADD PRIMARY KEY ("purseKey", "day", "productKey", "apiKeyKey", "memberKey");

WITH uses AS (
    SELECT c."purseKey", to_char(c."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, c."productKey",
           coalesce(c."apiKeyKey", 0) AS api_key, coalesce(c."memberKey", 0) AS member, count(*) AS calls, sum(c."charged") AS credits,
           count(*) FILTER (WHERE b.checked) AS checked_calls, coalesce(sum(c."charged") FILTER (WHERE b.checked), 0) AS checked_credits
      FROM "Call" c CROSS JOIN "LedgerProgress" p LEFT JOIN "CheckedOpen" o ON o."callKey" = c."key"
     CROSS JOIN LATERAL (SELECT c."key" <= p."checkedCall" AND o."callKey" IS NULL AS checked) b
     WHERE c."state" <> 0 GROUP BY 1, 2, 3, 4, 5
), counted AS (
    INSERT INTO "DailyUse" ("purseKey", "day", "productKey", "apiKeyKey", "memberKey", "calls", "credits")
    SELECT "purseKey", day, "productKey", api_key, member, calls, credits FROM uses
)
INSERT INTO "CheckedUse" ("purseKey", "day", "productKey", "apiKeyKey", "memberKey", "calls", "credits")
SELECT "purseKey", day, "productKey", api_key, member, checked_calls, checked_credits FROM uses WHERE checked_calls > 0;

-- Resolves calls, as before, and counts their use by key and member.
CREATE OR REPLACE FUNCTION "settle_batch"(p_guest_bytes bigint, p_account_bytes bigint, p_jobs jsonb, p_bodies bytea[])
RETURNS TABLE (o_place integer, o_posted bigint, o_pending bigint, o_message text) LANGUAGE plpgsql
    -- Plans are made once, perhaps while a table is empty. So that they stay good, every table is searched by an array of
    -- keys: "= ANY".
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET lock_timeout = '20s'
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
    v_member_returns boolean := false;
    v_entry bigint;
    p_key bigint[] := '{}'; p_posted bigint[] := '{}'; p_pending bigint[] := '{}'; p_kept bigint[] := '{}'; p_entries bigint[] := '{}';
    d_place int[] := '{}'; d_call bigint[] := '{}'; d_purse bigint[] := '{}'; d_entry bigint[] := '{}'; d_charged bigint[] := '{}';
    d_key int[] := '{}'; d_member int[] := '{}'; d_back bigint[] := '{}'; d_day text[] := '{}'; d_product int[] := '{}'; d_bytes bigint[] := '{}';
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
            RETURNING j.*, c."purseKey" AS purse_key, c."apiKeyKey" AS api_key, c."memberKey" AS member, c."productKey" AS product, c."quoted",
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
        v_member_returns := v_member_returns OR (r.member IS NOT NULL AND r.charged < r.quoted);
        IF r.frees AND r.has_key THEN DELETE FROM "IdempotentCall" WHERE "callKey" = r.call_key; END IF;
        d_place := d_place || r.place; d_call := d_call || r.call_key; d_purse := d_purse || v_purse; d_entry := d_entry || v_entry;
        d_charged := d_charged || r.charged; d_key := d_key || r.api_key; d_member := d_member || r.member; d_back := d_back || (r.quoted - r.charged);
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
    IF v_member_returns THEN
        UPDATE "MemberSpend" s SET "credits" = s."credits" - g.credits
          FROM (SELECT d.member, d.day, sum(d.back)::bigint AS credits
                  FROM unnest(d_member, d_back, d_day) AS d (member, back, day)
                 WHERE d.member IS NOT NULL AND d.back > 0 GROUP BY d.member, d.day) g
         WHERE s."memberKey" = g.member AND s."day" = g.day AND s."memberKey" = ANY (d_member);
    END IF;
    INSERT INTO "DailyUse" AS u ("purseKey", "day", "productKey", "apiKeyKey", "memberKey", "calls", "credits")
    SELECT d.purse, d.day, d.product, coalesce(d.key, 0), coalesce(d.member, 0), count(*), sum(d.charged)
      FROM unnest(d_purse, d_day, d_product, d_key, d_member, d_charged) AS d (purse, day, product, key, member, charged)
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT ("purseKey", "day", "productKey", "apiKeyKey", "memberKey") DO UPDATE
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
