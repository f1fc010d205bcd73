/**
 * Whether a page of ours has sent the request. Browsers say so themselves (Sec-Fetch-Site); older ones name the page's origin,
 * whose host must be the one that was asked. The scheme is left out: a proxy may end TLS before us. A request that says
 * neither is no browser's, and has no business with a cookie.
 */
export function isSameOrigin(headers: Headers, host: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null) return false
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}
