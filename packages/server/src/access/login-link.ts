import { signPass } from './signed-pass.ts'

const validMs = 60 * 60 * 1000

/**
 * A link that logs a browser in with this token, once and within an hour. It does not contain the token.
 *
 * @example
 * ```ts
 * console.log(`open ${loginLink('http://127.0.0.1:8787', process.env.PAWL_TOKEN!)}`)
 * ```
 */
export function loginLink(url: string, token: string): string {
  const pass = signPass('login', token, Date.now() + validMs)
  return `${url.replace(/\/$/, '')}/login?pass=${pass}`
}
