import type { AllowPrivate, JobDefinition } from 'pawl'
import type { Vapid } from '../push/vapid.ts'
import type { ChapterSource } from '../sources/chapter-source.ts'
import type { Resolve } from './check-host.ts'

/** All services that chapters come from, as `createSources` makes them. */
export type KnownSources = {
  readonly all: readonly ChapterSource[]
  /** What an address that a person pastes stands for; undefined when it is none that can be followed. */
  recognise(url: string | URL): { readonly source: ChapterSource; readonly sourceId: string } | undefined
}

/** What routes and commands are made with. */
export type ApiOptions = {
  readonly sources: KnownSources
  /** Takes `{ seriesSourceId }`. */
  readonly pollSource: JobDefinition
  readonly polling: { readonly lostAfterMs: number }
  /** DNS when left out. */
  readonly resolve?: Resolve | undefined
  /** Private addresses that may be given: those of the sandbox. */
  readonly allowPrivate: AllowPrivate
  /** Where readers reach this server, as in https://example.org; where the request came in when left out. */
  readonly publicUrl?: string | undefined
  readonly vapid?: Vapid | undefined
}
