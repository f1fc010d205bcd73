import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** Something that an operator did. */
export type Operation = {
  readonly id: string
  readonly at: Date
  /** Who did it: a person, a token's name. */
  readonly who: string
  /** What, as `job.cancel` or `queue.pause`. */
  readonly what: string
  /** To what: the id of a job, the name of a queue. */
  readonly on: string
  /** What else there is to say, or null. */
  readonly details: unknown
}

export type NewOperation = { who: string; what: string; on: string; details: string | null }

const record = statement('operation_record')
const fail = statement('operation_fail')
const list = statement('operations_list')

export async function recordOperation(
  runner: Runner,
  { who, what, on, details }: NewOperation,
): Promise<{ id: string; at: Date }> {
  const [row] = await runner.run(record, [who, what, on, details])
  return { id: row.id, at: row.at }
}

export async function failOperation(runner: Runner, id: string, reason: string): Promise<void> {
  await runner.run(fail, [id, reason])
}

export async function listOperations(runner: Runner, below: string | null, limit: number): Promise<Operation[]> {
  return (await runner.run(list, [below, limit])).map(({ target, ...row }) => ({ ...row, on: target }))
}
