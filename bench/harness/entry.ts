import type { ProgramName } from '../contenders/make-contender.ts'

/** A contender with its settings, as it enters the comparison. */
export type Entry = {
  readonly name: string
  readonly program: ProgramName
  readonly settings: Readonly<Record<string, unknown>>
  readonly server: 'postgres' | 'redis' | 'redis-aof'
  /** What it makes in a database, if it is not what its program makes with any settings. */
  readonly installs?: string
  /** Its newest release asks for a newer Node than Pawl does. */
  readonly newerNode?: boolean
  readonly nodeFlags?: readonly string[]
  /** How many jobs to try its speed with, where it is far from the usual. */
  readonly firstJobs?: number
}
