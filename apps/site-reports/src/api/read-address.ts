import { cleanUrl } from '../page/clean-url.ts'
import { refusalOfSite } from '../sources/site/refusals.ts'
import type { StandIn } from '../sources/site-options.ts'

export type ReadAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/** It is part of the name of an item and of a source. */
const longestHost = 150

/** An address that somebody gives, as it is asked for and compared: or why it cannot be. `example.org` will do. */
export function readAddress(given: string, standIn?: StandIn): ReadAddress {
  const text = withScheme(given.trim())
  const refusal = refusalOfSite(text, standIn)
  if (refusal !== undefined) return refused(refusal.code, refusal.message)
  const address = cleanUrl(text)
  if (address === undefined)
    return refused('invalid-url', 'it is no address of the web, or longer than 1,000 characters')
  if (new URL(address).host.length > longestHost) {
    return refused('invalid-url', `its host is longer than ${longestHost} characters`)
  }
  return { kind: 'address', address }
}

/** `example.org`, `example.org:8080/shop` and `example.org/shop` are what people type. */
function withScheme(text: string): string {
  return /^[^/?#:]+\.[^/?#:]+(:\d+)?([/?#]|$)/.test(text) ? `https://${text}` : text
}

function refused(code: string, message: string): ReadAddress {
  return { kind: 'refused', code, message: `this address cannot be analysed: ${message}` }
}
