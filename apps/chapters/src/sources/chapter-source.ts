import type { FetchAnswer, FetchOptions, SourceDefinition } from 'pawl'
import type { ChapterNumber } from '../chapter/chapter-number.ts'

/** `job.fetch`: all calls to the outside go through it, so that limits, circuits and caches hold. */
export type Ask = (url: string | URL, options?: FetchOptions) => Promise<FetchAnswer>

/** What a source says about a series. */
export type FoundSeries = { readonly title: string }

/** One upload of a chapter, as a source has it, read and checked. */
export type FoundRelease = {
  /** The source's own id of it: another upload of the same chapter has another one. */
  readonly sourceChapterId: string
  /** Null for a one-shot. */
  readonly number: ChapterNumber | null
  /** The last number of an upload that covers several. */
  readonly lastNumber: ChapterNumber | null
  readonly volume: ChapterNumber | null
  readonly title: string | null
  readonly url: string
  /** As in BCP 47: `en`, `pt-br`; null where the source does not say. */
  readonly language: string | null
  /** Several groups that released together are joined by ' & '. */
  readonly group: string | null
  readonly publishedAt: Date | null
  /** Read elsewhere: the source has no pages of it. */
  readonly isExternal: boolean
  /** Counts edits, where the source does. */
  readonly version: number
}

/** One answer of a source about a series. */
export type FoundPage = {
  readonly releases: readonly FoundRelease[]
  /** What was there and could not be read, each with the reason: a person sees it, and the rest goes on. */
  readonly unreadable: readonly { readonly id: string; readonly reason: string }[]
}

export type Look = {
  /** Only what was published or edited since then is needed. A source that cannot tell gives all it has. */
  readonly since: Date | undefined
}

/** A look at a series. */
export type Listing = {
  /**
   * Page after page. A chapter that is published meanwhile may come twice and never makes another one go missing: ids are
   * what counts.
   */
  readonly pages: AsyncIterable<FoundPage>
  /** Once all pages are read, all that the source has was among them, readable or not: what was not is no longer there. */
  readonly isComplete: boolean
}

/** A service that publishes chapters. To add one, write one file that makes this, and name it in `sources.ts`. */
export type ChapterSource = {
  /** As in series_source.source_name: `mangadex`. */
  readonly name: string
  readonly title: string
  /** Its limits and its circuit. A name that ends in `*` stands for one source a host. */
  readonly definition: SourceDefinition
  /** The name of the Pawl source that a series of it is asked from: the definition's, or one of its hosts'. */
  sourceOf(sourceId: string): string
  /** The id that an address which a person pastes stands for; undefined when it is not one of this service. */
  recognise(url: URL): string | undefined
  /** The host that is called, where the address of a series decides that; undefined: the service has one host. */
  hostOf?(sourceId: string): string
  /** Where a person reads it. */
  urlOf(sourceId: string): string
  /** Null: the source has no such series, or no longer. */
  describe(ask: Ask, sourceId: string): Promise<FoundSeries | null>
  /** Null: the source has no such series, or no longer. */
  look(ask: Ask, sourceId: string, look: Look): Promise<Listing | null>
}
