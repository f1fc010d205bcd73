import { type Reader, readersTable, sqlBeside } from '@pawl/app'

/** A collector: owns coins, and sees these alone with a token. */
export type Collector = Reader

export const collectors = readersTable({
  sql: sqlBeside(import.meta.url),
  hint: 'GET /api/coin-prices/readers or pawl coins readers shows all',
})

/** The owner of coins that are added for no collector by name. The first migration adds it. */
export const firstCollector = { id: 1, name: 'collector' } as const
