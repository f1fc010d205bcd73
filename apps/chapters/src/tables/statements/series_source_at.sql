-- The series that an id of a source belongs to.
-- $1 name of the source; $2 id there
-- Locks: none. Index: the key (source_name, source_id).
select id, series_id from chapters.series_source where source_name = $1 and source_id = $2
