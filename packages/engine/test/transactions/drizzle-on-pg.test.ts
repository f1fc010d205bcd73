import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { conforms, type Library } from './conformance.ts'

type Db = ReturnType<typeof drizzle>
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

conforms(
  async (url): Promise<Library<Tx>> => {
    const pool = new pg.Pool({ connectionString: url })
    // the database is dropped under open connections when the file has ended
    pool.on('error', () => {})
    const db = drizzle(pool)
    return {
      transact: (work) => db.transaction(work),
      insertOrder: (tx, id) => tx.execute(sql`insert into orders values (${id})`),
      nest: (tx, work) => tx.transaction(work),
      mistakes: {
        'the db': { value: () => db, message: /got the db of Drizzle.*db\.transaction/ },
      },
      close: () => pool.end(),
    }
  },
  ['the db'],
)
