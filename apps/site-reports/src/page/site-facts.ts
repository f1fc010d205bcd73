import type { PageFacts } from './page-facts.ts'

/** A page that was fetched. */
export type FetchedPage = {
  /** What was asked for. */
  readonly askedUrl: string
  readonly status: number
  /** Where it led on the way to where it is, the first one first. */
  readonly redirects: readonly string[]
  /** From the request to the last byte, of the last one. */
  readonly durationMs: number
  /** As it was sent. */
  readonly bytes: number
  /** It says that it was found, and reads as if it was not. */
  readonly isSoft404: boolean
  readonly facts: PageFacts
}

export type SkippedPage = { readonly url: string; readonly reason: string }

/** What was found out about a site. JSON, so that it can be kept. */
export type SiteFacts = {
  readonly kind: 'site'
  /** What a person asked for. */
  readonly url: string
  /** Where that led. */
  readonly host: string
  readonly robots: { readonly isPresent: boolean; readonly sitemaps: readonly string[] }
  /** The one that was asked for is the first. */
  readonly pages: readonly FetchedPage[]
  readonly skipped: readonly SkippedPage[]
}

export type RefusalCode =
  | 'invalid-url'
  | 'private-address'
  | 'robots-disallowed'
  | 'robots-unreachable'
  | 'unreachable'
  | 'not-found'
  | 'not-html'
  | 'too-large'
  | 'too-many-redirects'
  | 'broken-page'

/** Why there is nothing to say about a site, for the person who asked. */
export type Refusal = {
  readonly kind: 'refused'
  readonly code: RefusalCode
  readonly message: string
  /** It may be different in a while: worth another try. */
  readonly isPassing: boolean
}
