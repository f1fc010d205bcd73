import type { PhasesDefinition } from 'pawl'
import type { Archives } from '../archive/archives.ts'
import type { CoverCache } from '../covers/cover-cache.ts'

/** What routes and commands are made with. */
export type ApiOptions = {
  /** Its subjects are the ids of libraries. */
  readonly scan: PhasesDefinition
  readonly archives: Pick<Archives, 'page' | 'thumbnail'>
  readonly covers: CoverCache
  /** When a folder that is watched has come to rest, and how often one is looked at that cannot be. */
  readonly watching: { readonly quietMs: number; readonly pollMs: number }
  /** Where readers reach this server, as in https://example.org; where the request came in when left out. */
  readonly publicUrl?: string | undefined
}
