export type FindingArea = 'seo' | 'accessibility' | 'performance'
export type Severity = 'high' | 'medium' | 'low'

/** Something that is not as it should be, found without a model. */
export type Finding = {
  /** Which rule found it: the same in each report, so that two can be compared. */
  readonly rule: string
  readonly area: FindingArea
  readonly severity: Severity
  readonly message: string
  /** On which pages. */
  readonly pages: readonly string[]
}
