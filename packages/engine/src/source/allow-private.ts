import { show } from '../check-options.ts'
import { PawlError } from '../errors.ts'

/** Which private addresses may be called: all, none, or those of these origins (scheme, host and port). */
export type AllowPrivate = boolean | readonly string[]

/** Checks the option and writes each origin as `URL.origin` does. */
export function checkAllowPrivate(where: string, given: unknown): AllowPrivate {
  if (typeof given === 'boolean') return given
  if (Array.isArray(given)) return Object.freeze(given.map((each) => checkOrigin(where, each)))
  throw new PawlError(
    'invalid-option',
    `${where} must be true, false, or a list of origins like http://127.0.0.1:8790; got ${show(given)}`,
  )
}

/** Whether the rule lets this URL lead to a private address. */
export function allowsPrivate(rule: AllowPrivate, { origin }: URL): boolean {
  return typeof rule === 'boolean' ? rule : rule.includes(origin)
}

function checkOrigin(where: string, given: unknown): string {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new PawlError(
    'invalid-option',
    `${where}: an origin is a scheme, a host and a port, as in http://127.0.0.1:8790; got ${show(given)}`,
  )
}
