import { refusalOf } from './address.ts'
import { type AllowPrivate, allowsPrivate } from './allow-private.ts'
import { parseAddress } from './parse-address.ts'

/** What an address may be. */
export type UrlRules = {
  /**
   * Private addresses may be called, and plain http: all (`true`), or those of a list of origins.
   *
   * @defaultValue false
   */
  readonly allowPrivate?: AllowPrivate
}

/** Names that mean this machine wherever they are asked for (RFC 6761). */
const ownNames = /(^|\.)localhost\.?$/

/**
 * Why an address that a person gives must not be called later; undefined for one that may be. It looks at the text alone: what a
 * name resolves to is checked by `job.fetch`, each time it connects. The reason repeats nothing of the address but its host.
 *
 * @example
 * ```ts
 * console.log(refusalOfUrl('https://192.168.0.1/hook')) // 192.168.0.1 is a private address
 * console.log(refusalOfUrl('https://example.org/hook')) // undefined
 * ```
 */
export function refusalOfUrl(text: string, { allowPrivate = false }: UrlRules = {}): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return 'it is not a whole URL, as in https://example.org/'
  const isAllowed = allowsPrivate(allowPrivate, url)
  const schemes = isAllowed ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) return `it begins with ${url.protocol} and not with ${schemes.join(' or ')}`
  if (url.username !== '' || url.password !== '') return 'it contains a user or a password'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isAllowed) return undefined
  if (ownNames.test(host)) return `${host} is a loopback address`
  const refusal = parseAddress(host) === undefined ? undefined : refusalOf(host)
  return refusal && `${host} is ${refusal}`
}
