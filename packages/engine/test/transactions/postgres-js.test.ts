import postgres from 'postgres'
import { conforms, type Library } from './conformance.ts'

conforms(
  async (url): Promise<Library<postgres.TransactionSql>> => {
    // Pascal case renames even `ids`
    const sql = postgres(url, { onnotice: () => {}, transform: postgres.toPascal })
    return {
      transact: (work) => sql.begin(work),
      insertOrder: (tx, id) => tx`insert into orders values (${id})`,
      nest: (tx, work) => tx.savepoint(work),
      mistakes: {
        'the sql outside of a transaction': { value: () => sql, message: /got the sql of postgres\.js.*sql\.begin/ },
      },
      close: () => sql.end(),
    }
  },
  ['the sql outside of a transaction'],
)
