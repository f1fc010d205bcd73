import { hasMethods } from './has-methods.ts'

type Mistake = { readonly is: (value: unknown) => boolean; readonly name: string; readonly instead: string }

/** What people pass instead of a transaction. A job enqueued through one of these would stay when the transaction rolls back. */
const mistakes: readonly Mistake[] = [
  {
    is: (value) => hasMethods(value, 'query', 'connect') && hasNumber(value, 'totalCount'),
    name: 'a Pool of pg, which runs each query on any of its connections',
    instead: 'take a client with `await pool.connect()`, run BEGIN on it and pass that client',
  },
  {
    is: (value) => hasMethods(value, 'unsafe', 'begin'),
    name: 'the sql of postgres.js outside of a transaction',
    instead: 'pass the sql that `sql.begin(async (sql) => …)` hands to its callback',
  },
  {
    is: (value) => hasMethods(value, 'transaction', 'execute', 'select') && hasObject(value, '_'),
    name: 'the db of Drizzle, not its transaction',
    instead: 'pass the tx that `db.transaction(async (tx) => …)` hands to its callback',
  },
  {
    is: (value) => hasMethods(value, 'executeQuery', 'selectFrom'),
    name: 'a Kysely instance that is no transaction',
    instead: 'pass the trx that `db.transaction().execute(async (trx) => …)` hands to its callback',
  },
  {
    is: (value) => hasMethods(value, 'raw', 'transaction', 'transactionProvider'),
    name: 'a knex instance that is no transaction',
    instead: 'pass the trx that `knex.transaction(async (trx) => …)` hands to its callback',
  },
  {
    is: (value) => hasMethods(value, 'startTransaction', 'commitTransaction'),
    name: 'a QueryRunner of TypeORM without an open transaction',
    instead: 'await `queryRunner.startTransaction()` first',
  },
  {
    is: (value) =>
      hasMethods(value, 'getRepository', 'transaction') || hasMethods(value, 'createQueryBuilder', 'query'),
    name: 'a DataSource, repository or EntityManager of TypeORM outside of a transaction',
    instead: 'pass the manager that `dataSource.transaction(async (manager) => …)` hands to its callback',
  },
  {
    is: (value) => hasMethods(value, '$queryRawUnsafe'),
    name: 'a PrismaClient, not its transaction',
    instead: 'pass the tx that `prisma.$transaction(async (tx) => …)` hands to its callback',
  },
]

/** Says what was passed as a transaction and is none, and what to pass instead. */
export function whatCame(value: unknown): { readonly name: string; readonly instead: string } {
  return (
    mistakes.find(({ is }) => is(value)) ?? {
      name: nameOf(value),
      instead: 'pass what your library hands to the callback of its transaction; without tx the job is made at once',
    }
  )
}

function nameOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? 'a function' : String(value)
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== 'Object'
    ? `an object of class ${name}`
    : 'an object that is none of these'
}

function hasNumber(value: object, name: string): boolean {
  return typeof (value as Record<string, unknown>)[name] === 'number'
}

function hasObject(value: object, name: string): boolean {
  const found = (value as Record<string, unknown>)[name]
  return typeof found === 'object' && found !== null
}
