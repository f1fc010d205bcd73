-- Notes that nothing of a closed partition stands in line any more. $1 its number. Locks and indexes: see pawl.end_line.
select pawl.end_line($1) as ended
