import postgres from 'postgres'
import { conforms, type Library } from './conformance.ts'

/** A reserved connection with BEGIN by hand, set up for a pooler: nothing is prepared. */
conforms(async (url): Promise<Library<postgres.ReservedSql>> => {
  const sql = postgres(url, { onnotice: () => {}, prepare: false })
  return {
    async transact(work) {
      const reserved = await sql.reserve()
      try {
        await reserved`begin`
        await work(reserved)
        await reserved`commit`
      } catch (error) {
        await reserved`rollback`
        throw error
      } finally {
        reserved.release()
      }
    },
    insertOrder: (reserved, id) => reserved`insert into orders values (${id})`,
    async nest(reserved, work) {
      await reserved`savepoint inner_one`
      await work(reserved).catch(async (error) => {
        await reserved`rollback to savepoint inner_one`
        throw error
      })
    },
    mistakes: {},
    close: () => sql.end(),
  }
}, [])
