import pg from 'pg'
import { conforms, type Library } from './conformance.ts'

let prepared = 0

type TransactionClient = { $queryRawUnsafe(text: string, ...values: unknown[]): Promise<unknown[]> }

/**
 * Prisma's client is generated with a program that must be downloaded, so it cannot be had in every checkout. These objects
 * have the documented shape: a transaction's client queries, and only the client itself connects and transacts. Values are
 * declared as text, which is how Prisma binds a string.
 */
function transactionClient(client: pg.PoolClient): TransactionClient {
  return {
    async $queryRawUnsafe(text, ...values) {
      if (values.length === 0) return (await client.query(text)).rows
      const name = `as_prisma_${++prepared}`
      const types = values.map((value) => (typeof value === 'string' ? 'text' : 'int'))
      const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))))
      await client.query(`prepare ${name} (${types}) as ${text}`)
      return (await client.query(`execute ${name} (${literals})`)).rows
    },
  }
}

conforms(
  async (url): Promise<Library<TransactionClient>> => {
    const pool = new pg.Pool({ connectionString: url })
    // the database is dropped under open connections when the file has ended
    pool.on('error', () => {})
    const $transaction = async (work: (tx: TransactionClient) => Promise<void>) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await work(transactionClient(client))
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    }
    const prisma = {
      $queryRawUnsafe: async () => [],
      $connect: async () => {},
      $disconnect: async () => {},
      $transaction,
    }
    return {
      transact: prisma.$transaction,
      insertOrder: (tx, id) => tx.$queryRawUnsafe('insert into orders values ($1)', id),
      async nest(tx, work) {
        await tx.$queryRawUnsafe('savepoint inner_one')
        await work(tx).catch(async (error) => {
          await tx.$queryRawUnsafe('rollback to savepoint inner_one')
          throw error
        })
      },
      mistakes: {
        'the client itself': { value: () => prisma, message: /got a PrismaClient.*prisma\.\$transaction/ },
      },
      close: () => pool.end(),
    }
  },
  ['the client itself'],
)
