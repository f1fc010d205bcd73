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
export { defineApp } from './define-app.ts'
export { inTransaction } from './in-transaction.ts'
export { migrateApp } from './migrate-app.ts'
export { migrateSchema, type SchemaSource } from './migrate-schema.ts'
export { type Fault, ProblemError, type ProblemOptions } from './problems/problem-error.ts'
export { sqlFolder } from './sql-folder.ts'
