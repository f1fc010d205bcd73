import type { Statement } from './statement.ts'

/** Whatever can run a statement: a connection of ours, or a caller's transaction through its adapter. */
export type Runner = {
  /** Of the rows only a first column named `ids`, a text, is certain: see `namedRows`. */
  readonly onlyIds?: true
  // biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns
  run(statement: Statement, values?: readonly unknown[]): Promise<any[]>
}

/** A runner that may close a connection that does not answer. What was under way fails. */
export type DroppableRunner = Runner & { drop?(): void }
