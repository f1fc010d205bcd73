import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { conforms, type Library } from './conformance.ts'

type Db = ReturnType<typeof drizzle>
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

conforms(
  async (url): Promise<Library<Tx>> => {
    const client = postgres(url, { onnotice: () => {} })
    const db = drizzle(client)
    return {
      transact: (work) => db.transaction(work),
      insertOrder: (tx, id) => tx.execute(sql`insert into orders values (${id})`),
      nest: (tx, work) => tx.transaction(work),
      mistakes: {
        'the db': { value: () => db, message: /got the db of Drizzle.*db\.transaction/ },
      },
      close: () => client.end(),
    }
  },
  ['the db'],
)
