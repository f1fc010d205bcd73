import { PawlError } from '../../errors.ts'
import type { Runner } from '../runner.ts'
import { drizzleRunner } from './drizzle-runner.ts'
import { knexRunner } from './knex-runner.ts'
import { kyselyRunner } from './kysely-runner.ts'
import { pgRunner } from './pg-runner.ts'
import { postgresJsRunner } from './postgres-js-runner.ts'
import { prismaRunner } from './prisma-runner.ts'
import { typeormRunner } from './typeorm-runner.ts'
import { whatCame } from './what-came.ts'

const libraries = [pgRunner, postgresJsRunner, drizzleRunner, kyselyRunner, knexRunner, typeormRunner, prismaRunner]

/** Runs statements in a transaction of the caller's own. What is no transaction is refused: its jobs would outlive a rollback. */
export function transactionRunner(tx: unknown): Runner {
  for (const recognise of libraries) {
    const runner = recognise(tx)
    if (runner !== undefined) return runner
  }
  const came = whatCame(tx)
  throw new PawlError(
    'unknown-transaction',
    'tx must be a client of pg, or a transaction of postgres.js, Drizzle, Kysely, Knex, TypeORM or Prisma; ' +
      `got ${came.name}. The job would not be part of your transaction: ${came.instead}`,
  )
}
