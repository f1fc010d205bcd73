-- Discards the dead letter of an item that goes another way now: to replay it would do nothing. It may be the last one of a chain of
-- replays. Stages have no keys that would have to be released. $1 the item's job. Locks: the letter. Indexes: primary keys of dead and lane.
with recursive chain as (
  select $1::bigint as job_id
  union all
  select d.replayed_as from chain c join pawl.dead d on d.job_id = c.job_id where d.replayed_as is not null
)
update pawl.dead d set ended_at = clock_timestamp(), ended_as = 'discarded'
  from chain c, pawl.lane l where d.job_id = c.job_id and d.ended_at is null and l.id = d.lane
returning d.job_id::float8 as position, l.queue, l.type
