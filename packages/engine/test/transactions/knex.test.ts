import knex, { type Knex } from 'knex'
import { conforms, type Library } from './conformance.ts'

conforms(
  async (url): Promise<Library<Knex.Transaction>> => {
    const db = knex({ client: 'pg', connection: url, postProcessResponse: () => 'not what was asked for' })
    return {
      transact: (work) => db.transaction(work),
      insertOrder: (trx, id) => trx('orders').insert({ id }),
      nest: (trx, work) => trx.transaction(work),
      mistakes: {
        'an instance that is no transaction': {
          value: () => db,
          message: /got a knex instance that is no transaction.*knex\.transaction/,
        },
      },
      close: () => db.destroy(),
    }
  },
  ['an instance that is no transaction'],
)
