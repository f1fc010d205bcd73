/**
 * The role and the database of an application. The role has not the name of a schema: `"$user"` comes first in PostgreSQL's
 * search path, and a role `pawl` would create its tables in the schema of the engine.
 */
export const identity = { user: 'pawl_owner', database: 'app', host: '127.0.0.1' } as const
