/** The way out that works on every platform; each error that ends a start names it. */
export const setDatabaseUrl =
  'To use a PostgreSQL server of your own, set DATABASE_URL=postgres://user:password@host:5432/database.'
