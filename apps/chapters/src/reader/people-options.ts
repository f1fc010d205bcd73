import type { JobDefinition } from 'pawl'
import type { Vapid } from '../push/vapid.ts'
import type { ChapterSource } from '../sources/chapter-source.ts'

/** What routes and commands are made with. */
export type PeopleOptions = {
  readonly sources: readonly ChapterSource[]
  /** Takes `{ seriesSourceId }`. */
  readonly pollSource: JobDefinition
  /** Addresses of this machine and its network may be given: for the sandbox. */
  readonly allowPrivate: boolean
  /** Where readers reach this server, as in https://example.org; where the request came in when left out. */
  readonly publicUrl?: string | undefined
  readonly vapid?: Vapid | undefined
}
