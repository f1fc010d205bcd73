import type { FetchedPage, SiteFacts } from '../page/site-facts.ts'
import type { FindingArea, Severity } from './finding.ts'

/** Looks at one page: false, or what is wrong, or just that it is. */
export type PageRule = {
  readonly rule: string
  readonly area: FindingArea
  readonly severity: Severity
  /** For people: what it is and what to do. */
  readonly message: string
  /** A text says how it is on this page. */
  readonly isBroken: (page: FetchedPage, site: SiteFacts) => boolean | string
}
