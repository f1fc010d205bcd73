import { SourceDeferredError } from 'pawl'
import type { Refusal } from '../../page/site-facts.ts'
import { refused } from './refusals.ts'

const wordsFor: Readonly<Record<string, string>> = {
  limited: 'asks for patience',
  paused: 'must not be asked for now',
  open: 'has failed too often, and is left alone for a while',
}

/**
 * Why a page that a report can do without is left out: its host would keep the report waiting, for hours if it says so. Throws all else
 * on, also that a host may not be asked so often: by our own limits, and its turn comes in a moment.
 */
export function refusalOfDeferral(error: unknown): Refusal {
  const words = error instanceof SourceDeferredError ? wordsFor[error.reason] : undefined
  if (words === undefined) throw error
  const host = (error as SourceDeferredError).source.replace(/^[^:]*:/, '')
  return refused('unreachable', `${host} ${words}`, true)
}
