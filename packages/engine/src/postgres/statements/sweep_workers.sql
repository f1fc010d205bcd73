-- Removes workers that left long ago and of which no lease is left; what they have counted is kept. $1 age in ms, $2 how many at the
-- most. Locks: the rows it removes, those of event_count in order. Indexes: lease_worker, event_count's primary key. A table of one row a
-- process.
with gone as (
  delete from pawl.worker
   where id = any (array(
     select w.id from pawl.worker w
      where w.stopped_at < clock_timestamp() - $1::float8 * interval '1 ms'
        and not exists (select from pawl.lease l where l.worker = w.id)
      limit $2))
  returning counts
)
insert into pawl.event_count as kept (name, labels, count)
select e.name, e.labels, sum(e.count)
  from gone cross join lateral jsonb_to_recordset(gone.counts) e (name text, labels jsonb, count bigint)
 group by e.name, e.labels order by e.name, e.labels
    on conflict (name, labels) do update set count = kept.count + excluded.count
