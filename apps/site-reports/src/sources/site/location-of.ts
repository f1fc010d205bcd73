import type { FetchAnswer } from 'pawl'

const redirects = new Set([301, 302, 303, 307, 308])

/** Where an answer sends to; undefined when it does not, or says nothing that could be asked for. */
export function locationOf({ status, headers }: FetchAnswer, url: string): string | undefined {
  const location = redirects.has(status) ? headers.get('location') : null
  if (location === null || location.trim() === '') return undefined
  // sites send UTF-8 in it, and headers are read a byte a character
  const text = Buffer.from(location, 'latin1').toString()
  return URL.canParse(text, url) ? new URL(text, url).href : undefined
}
