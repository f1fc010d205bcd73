/** The export `@pawl/server/migrate`: the server's own tables, without loading the server. */
export { migrateServer } from './requests/migrate-server.ts'
