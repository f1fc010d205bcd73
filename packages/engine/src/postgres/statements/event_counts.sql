-- What all workers have counted, those included that are gone. Locks: none. A table of one row a process, and one of few rows.
select c.name, c.labels, sum(c.count)::float8 as count
  from (
    select e.name, e.labels, e.count from pawl.event_count e
    union all
    select e.name, e.labels, e.count
      from pawl.worker w cross join lateral jsonb_to_recordset(w.counts) e (name text, labels jsonb, count bigint)
  ) c
 group by c.name, c.labels order by c.name, c.labels
