import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const pong = statement('ping')

/** Resolves when PostgreSQL has answered. */
export async function ping(runner: Runner): Promise<void> {
  await runner.run(pong)
}
