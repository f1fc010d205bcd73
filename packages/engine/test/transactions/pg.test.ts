import pg from 'pg'
import { conforms, type Library } from './conformance.ts'

conforms(
  async (url): Promise<Library<pg.PoolClient>> => {
    const pool = new pg.Pool({ connectionString: url })
    // the database is dropped under open connections when the file has ended
    pool.on('error', () => {})
    return {
      async transact(work) {
        const client = await pool.connect()
        try {
          await client.query('begin')
          await work(client)
          await client.query('commit')
        } catch (error) {
          await client.query('rollback')
          throw error
        } finally {
          client.release()
        }
      },
      insertOrder: (client, id) => client.query('insert into orders values ($1)', [id]),
      async nest(client, work) {
        await client.query('savepoint inner_one')
        await work(client).catch(async (error) => {
          await client.query('rollback to savepoint inner_one')
          throw error
        })
      },
      mistakes: {
        'a pool': { value: () => pool, message: /got a Pool of pg.*pool\.connect\(\)/ },
        null: { value: () => null, message: /pg, or a transaction of postgres\.js, Drizzle.*got null/ },
        'a promise of a client': { value: () => Promise.resolve(), message: /got an object of class Promise/ },
      },
      close: () => pool.end(),
    }
  },
  ['a pool', 'null', 'a promise of a client'],
)
