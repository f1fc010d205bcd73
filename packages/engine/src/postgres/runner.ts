import type { Statement } from './statement.ts'

/** Whatever can run a statement: a connection of ours, or a caller's transaction through its adapter. */
export type Runner = {
  // biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns
  run(statement: Statement, values?: readonly unknown[]): Promise<any[]>
}
