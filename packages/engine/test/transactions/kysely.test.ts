import { type ControlledTransaction, Kysely, type KyselyPlugin, PostgresDialect } from 'kysely'
import pg from 'pg'
import { conforms, type Library } from './conformance.ts'

type Schema = { orders: { id: number } }

const shoutingColumns: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({
    ...result,
    rows: result.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toUpperCase(), value])),
    ),
  }),
}

conforms(
  async (url): Promise<Library<ControlledTransaction<Schema, string[]>>> => {
    const pool = new pg.Pool({ connectionString: url })
    // the database is dropped under open connections when the file has ended
    pool.on('error', () => {})
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [shoutingColumns] })
    return {
      async transact(work) {
        const trx = await db.startTransaction().execute()
        try {
          await work(trx as ControlledTransaction<Schema, string[]>)
          await trx.commit().execute()
        } catch (error) {
          await trx.rollback().execute()
          throw error
        }
      },
      insertOrder: (trx, id) => trx.insertInto('orders').values({ id }).execute(),
      async nest(trx, work) {
        const nested = await trx.savepoint('inner_one').execute()
        await work(nested).catch(async (error) => {
          await nested.rollbackToSavepoint('inner_one').execute()
          throw error
        })
      },
      mistakes: {
        'an instance that is no transaction': {
          value: () => db,
          message: /got a Kysely instance that is no transaction.*db\.transaction\(\)/,
        },
      },
      close: () => db.destroy(),
    }
  },
  ['an instance that is no transaction'],
)
