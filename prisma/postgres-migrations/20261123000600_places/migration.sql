-- How many calls each portal had under way to an upstream a moment ago. It may be lost with a crash.
CREATE UNLOGGED TABLE "UnderWay" (
    "upstream" text NOT NULL,
    "instanceKey" bigint NOT NULL,
    "calls" integer NOT NULL,
    "at" timestamptz(3) NOT NULL,
    PRIMARY KEY ("upstream", "instanceKey")
) WITH (fillfactor = 50);

-- Says how many calls one portal has under way, and returns how many the others have, of those that said so lately.
CREATE FUNCTION "share_places"(p_instance bigint, p_upstreams text[], p_calls integer[])
RETURNS TABLE (upstream text, calls bigint) LANGUAGE sql AS $$
    INSERT INTO "UnderWay" AS w ("upstream", "instanceKey", "calls", "at")
    SELECT u.upstream, p_instance, u.calls, clock_timestamp() FROM unnest(p_upstreams, p_calls) AS u(upstream, calls)
    ON CONFLICT ("upstream", "instanceKey") DO UPDATE SET "calls" = excluded."calls", "at" = excluded."at";
    SELECT u.upstream, coalesce(sum(w."calls"), 0)
      FROM unnest(p_upstreams) AS u(upstream)
      LEFT JOIN "UnderWay" w ON w."upstream" = u.upstream AND w."instanceKey" <> p_instance
                            AND w."at" > clock_timestamp() - interval '3 s'
     GROUP BY u.upstream
$$;
