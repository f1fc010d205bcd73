-- Shows that a connection works. Locks and indexes: none.
select 1 as pong
