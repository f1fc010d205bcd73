/** What scripts can rely on; docs/cli.md says the same. */
export const exitCode = {
  done: 0,
  /** It was tried, and did not work; or the doctor found something bad. */
  failed: 1,
  /** The call or the configuration cannot be understood. */
  usage: 2,
  /** What was named does not exist. */
  notFound: 3,
  /** PostgreSQL cannot be reached, or does not let us in. */
  noDatabase: 4,
  /** The schema lacks migrations of this release. */
  notMigrated: 5,
  /** Another program listens on the port. */
  portInUse: 6,
  /** `pawl up` runs on this data folder already. */
  alreadyRunning: 7,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
