import { migrateSchema, type SchemaSource } from '@pawl/app'
import type pg from 'pg'

/** Makes a schema when it is first needed. Calls share one try; one that failed is forgotten, so that the next call tries again. */
export function ensureSchema(db: pg.Pool, source: SchemaSource): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= make(db, source).catch((error) => {
      done = undefined
      throw error
    })
    return done
  }
}

async function make(db: pg.Pool, source: SchemaSource): Promise<void> {
  const client = await db.connect()
  try {
    await migrateSchema(client, source)
  } finally {
    client.release()
  }
}
