-- Adds what one portal has counted, and returns what all have. Rows are always locked in the same order.
CREATE OR REPLACE FUNCTION "add_taken"(p_takers text[], p_points bigint[])
RETURNS TABLE (taker text, points bigint, ms_left double precision) LANGUAGE sql AS $$
    INSERT INTO "Taken" AS t ("taker", "points", "until")
    SELECT u.taker, u.points, clock_timestamp() + interval '60 s'
      FROM unnest(p_takers, p_points) AS u(taker, points) ORDER BY u.taker
    ON CONFLICT ("taker") DO UPDATE
       SET "points" = CASE WHEN t."until" > clock_timestamp() THEN t."points" ELSE 0 END + excluded."points",
           "until" = CASE WHEN t."until" > clock_timestamp() THEN t."until" ELSE excluded."until" END
    RETURNING t."taker", t."points", extract(epoch FROM t."until" - clock_timestamp()) * 1000
$$;

-- Says how many calls one portal has under way, and returns how many the others have, of those that said so lately.
CREATE OR REPLACE FUNCTION "share_places"(p_instance bigint, p_upstreams text[], p_calls integer[])
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
