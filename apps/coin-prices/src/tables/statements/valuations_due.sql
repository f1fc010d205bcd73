-- Coins to value again, put off until their next time: those whose time has come, and those whose points changed a minute ago and that
-- no job has valued since.
-- $1 ms until the next time, $2 at most this many
-- Locks: the rows it returns; locked ones are left out. Index: valuations_due, valuations_stale.
with aged as (
  select intake_id from coin_prices.valuations where next_at <= now() order by next_at limit $2 for no key update skip locked
), stale as (
  select intake_id
    from coin_prices.valuations
   where stale_since < now() - interval '1 minute'
   order by stale_since
   limit $2
     for no key update skip locked
), due as (
  select intake_id from aged union select intake_id from stale limit $2
)
update coin_prices.valuations v
   set next_at = now() + $1 * interval '1 ms', stale_since = case when v.stale_since is not null then now() end
  from due
 where v.intake_id = due.intake_id
returning v.intake_id
