import type { PhaseContext } from 'pawl'

/** A series, as far as a catalogue may know it by that. */
export type CataloguedSeries = {
  readonly name: string
  readonly year: number | null
  readonly publisher: string | null
  readonly comicVineId: string | null
  readonly metronId: string | null
}

/** An outside catalogue of covers: ComicVine, Metron, or your own. */
export type CoverCatalogue = {
  /** The image of a series' cover; undefined if it has none. `fetch` is guarded as all calls to the outside are. */
  find(series: CataloguedSeries, fetch: PhaseContext['fetch']): Promise<Uint8Array | undefined>
}
