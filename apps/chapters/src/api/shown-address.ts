const lastCharacters = 4

/**
 * An address to send to, as people are shown it: whoever has the whole of it can send to it too. Its host and its end tell it from
 * the others of a reader; where the rest is hardly longer than that, the host has to do.
 */
export function shownAddress(address: string): string {
  const { origin } = new URL(address)
  const rest = address.slice(origin.length)
  return `${origin}/…${rest.length < 4 * lastCharacters ? '' : rest.slice(-lastCharacters)}`
}
