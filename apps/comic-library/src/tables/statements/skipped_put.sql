-- What the walk leaves alone, with the reason.
-- $1 library, $2 paths, $3 reasons
-- Locks: the rows. Index: skipped_pkey.
insert into comic_library.skipped (library_id, relative_path, reason)
select $1::bigint, s.path, s.reason from unnest($2::text[], $3::text[]) s (path, reason)
on conflict (library_id, relative_path) do update set reason = excluded.reason
