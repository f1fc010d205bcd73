-- Which jobs hold these keys, and their states: null where the history of a job is gone, or not visible to this transaction.
-- $1 types, $2 keys. Locks: none. Indexes: key's primary key; see pawl.job.
select k.type, k.key, k.job_id, j.status
  from unnest($1::text[], $2::text[]) w (type, key)
 cross join lateral (select * from pawl.key k where k.type = w.type and k.key = w.key and k.until > clock_timestamp() limit 1) k
  left join lateral (select status from pawl.job('job_' || k.job_id)) j on true
