export type {
  App,
  AppColumn,
  AppCommand,
  AppCommandContext,
  AppLive,
  AppRouteServices,
  AppServices,
} from './app.ts'
export { appSchema } from './app-schema.ts'
export { readId } from './commands/read-id.ts'
export { readLimit } from './commands/read-limit.ts'
export { readValue } from './commands/read-value.ts'
export { type ReadersAction, type ReadersCommandOptions, readersCommand } from './commands/readers-command.ts'
export { when } from './commands/when.ts'
export { defineApp } from './define-app.ts'
export { inTransaction } from './in-transaction.ts'
export type { LiveRange } from './live/live-cursor.ts'
export { type LiveRow, LiveRows, type LiveRowsOptions } from './live/live-rows.ts'
export { migrateApp } from './migrate-app.ts'
export { migrateSchema, type SchemaSource } from './migrate-schema.ts'
export { notFound } from './problems/not-found.ts'
export { type Fault, ProblemError, type ProblemOptions } from './problems/problem-error.ts'
export { readerTokenPattern } from './readers/reader-token.ts'
export { type Reader, type ReadersTable, type ReadersTableOptions, readersTable } from './readers/readers-table.ts'
export { sqlBeside } from './sql-beside.ts'
