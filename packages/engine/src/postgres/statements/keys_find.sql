-- Which jobs hold these keys, and their states. Null: its history is gone or not visible to this transaction, or it is one of more than
-- three and neither waits in `later` nor is a dead letter: pawl.job takes milliseconds.
-- $1 types, $2 keys. Locks: none. Indexes: primary keys of key, later and dead; see pawl.job.
select k.type, k.key, k.job_id,
       coalesce(
         (select case r.reason when 'retry' then 'retryable' when 'parked' then 'pending' else 'scheduled' end
            from pawl.later r where r.job_id = k.job_id),
         (select 'failed' from pawl.dead d where d.job_id = k.job_id),
         case when cardinality($1::text[]) <= 3 then (select j.status from pawl.job('job_' || k.job_id) j) end
       ) as status
  from unnest($1::text[], $2::text[]) w (type, key)
 cross join lateral (select * from pawl.key k where k.type = w.type and k.key = w.key and k.until > clock_timestamp() limit 1) k
