/**
 * Each user of a server holds this advisory lock shared, on a connection of its own, for as long as it uses the server.
 * Whoever gets it alone knows that nobody else is left. A user that is killed loses its connection and with it the
 * lock, so there is no count to go wrong. Connecting to the database `postgres` leaves CREATE DATABASE free to copy
 * template1. The first number is 'PAWL' in ASCII, far from what people choose by hand.
 */
export const userLock = {
  enter: 'SELECT pg_advisory_lock_shared(1346459468, 1)',
  leave: 'SELECT pg_advisory_unlock_shared(1346459468, 1)',
  tryAlone: 'SELECT pg_try_advisory_lock(1346459468, 1) AS alone',
} as const
