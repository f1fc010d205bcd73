import { type AppDatabase, databaseOfApp } from '../../../../tools/testing/app-database.ts'

export type { AppDatabase }

/** A fresh database for one test file, with the tables of coin-prices. */
export const coinDatabase = () => databaseOfApp('coin-prices')
