-- Whether an attempt has an outcome by now. Volatile: it looks with a snapshot of its own, and not with that of the statement which
-- asks, whose snapshot may be older than its locks. Locks: none. Index: outcome's primary key.
create function pawl.settled_by_now(p_pos bigint) returns boolean volatile language plpgsql as $$
begin
  return exists (select from pawl.outcome o where o.pos = p_pos);
end $$;
