import type { Counts } from './closing-line.ts'

export type TestOutcome = {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
  /** What the test gave as its reason to skip. */
  readonly reason?: string | undefined
  /** The file or the group around the test failed, so that it never had its turn. */
  readonly isInsideFailure?: boolean
  /** Left out by a name pattern on the command line. */
  readonly isUnselected?: boolean
}

export type Tally = Counts & {
  readonly skips: readonly { readonly name: string; readonly reason: string }[]
  readonly unexplainedSkips: readonly string[]
}

/**
 * Counts tests. `otherFailures` are those outside any test: files that did not load, hooks that threw, unhandled
 * errors. A skip without a reason fails: nobody could tell whether it was meant.
 */
export function tallyTests(outcomes: readonly TestOutcome[], otherFailures: number): Tally {
  const selected = outcomes.filter((outcome) => !outcome.isUnselected)
  const skipped = selected.filter((outcome) => outcome.state === 'skipped' && !outcome.isInsideFailure)
  const skips = skipped.flatMap(({ name, reason }) => (reason ? [{ name, reason }] : []))
  const unexplainedSkips = skipped.filter(({ reason }) => !reason).map(({ name }) => name)
  const passed = selected.filter(({ state }) => state === 'passed').length
  return {
    passed,
    failed: selected.length - passed - skips.length + otherFailures,
    skipped: skips.length,
    skips,
    unexplainedSkips,
  }
}
