import { ProblemError } from '@pawl/app'
import { type AllowPrivate, refusalOfUrl } from 'pawl'

const longest = 2_048
/** It is part of the name of a source. */
const longestHost = 150

/**
 * An address that will be called for a reader, checked as it is given: the text alone, as whoever calls it checks what its name
 * resolves to. Throws what the person who gave it is told.
 */
export function checkTarget(
  text: string,
  options: { readonly allowPrivate: AllowPrivate; readonly field: string },
): URL {
  const refusal = refusalOf(text, options.allowPrivate)
  if (refusal === undefined) return new URL(text)
  const message = `this address cannot be called: ${refusal}`
  const faults = [{ in: 'body' as const, path: `/${options.field}`, message }]
  throw new ProblemError(400, 'invalid-address', message, { faults })
}

function refusalOf(text: string, allowPrivate: AllowPrivate): string | undefined {
  const refusal = refusalOfUrl(text, { allowPrivate })
  if (refusal !== undefined) return refusal
  const url = new URL(text)
  // as it will be kept, with all that is not ASCII encoded
  if (url.href.length > longest) return `it is longer than ${longest} characters`
  return url.host.length > longestHost ? `its host is longer than ${longestHost} characters` : undefined
}
