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
export { when } from './commands/when.ts'
export { defineApp } from './define-app.ts'
export { inTransaction } from './in-transaction.ts'
export { migrateApp } from './migrate-app.ts'
export { migrateSchema, type SchemaSource } from './migrate-schema.ts'
export { type Fault, ProblemError, type ProblemOptions } from './problems/problem-error.ts'
export { sqlBeside } from './sql-beside.ts'
