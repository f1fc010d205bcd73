-- Jobs that have not ended, by queue and type: those among the next jobs in order of their ids, ended ones included.
-- One call reads a bounded part of the history that is kept; upto is where the next one goes on, null at the end.
-- A job is in one place at any moment, and this is one snapshot: none of them slips through while it moves.
-- $1 queue or null, $2 type or null, $3 after this id, $4 how many jobs to look at.
-- Locks: none. Indexes: primary keys of attempt, outcome, later and lane, attempt_again.
with first as materialized (
  select a.job_id, a.pos, a.lane from pawl.attempt a where a.pos > $3 and a.pos = a.job_id order by a.pos limit $4
), again as materialized (
  -- with ties: a page that ends among the attempts of a job would miss the newest
  select a.job_id, a.pos, a.lane from pawl.attempt a where a.job_id > $3 and a.job_id <> a.pos order by a.job_id
   fetch first ($4) rows with ties
), waiting as materialized (
  select r.job_id, r.lane from pawl.later r where r.job_id > $3 order by r.job_id limit $4
), page as materialized (
  select least((select max(job_id) from first having count(*) >= $4), (select max(job_id) from again having count(*) >= $4),
               (select max(job_id) from waiting having count(*) >= $4)) as upto
), unsettled as (
  select a.job_id, a.lane from (select * from first union all select * from again) a
    left join lateral (select o.pos from pawl.outcome o where o.pos = a.pos limit 1) o on true
   where o.pos is null
  union
  select job_id, lane from waiting
)
select page.upto, array(
         select u.job_id from unsettled u join pawl.lane l on l.id = u.lane
          where ($1::text is null or l.queue = $1) and ($2::text is null or l.type = $2)
            and (page.upto is null or u.job_id <= page.upto)
          order by u.job_id)::text[] as ids
  from page
