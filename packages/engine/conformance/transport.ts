import type { Pawl, PawlOptions } from 'pawl'

/** What a way of carrying jobs to workers must offer to be put to the test. */
export type Transport = {
  readonly name: string
  /** Looks into the PostgreSQL behind it. */
  readonly database: {
    // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test selects
    sql(text: string, values?: unknown[]): Promise<any[]>
  }
  /** A Pawl on a migrated database of this run, with short leases; stopped after the test by whoever opened it. */
  open(options: Omit<PawlOptions, 'url'>): Pawl
}
