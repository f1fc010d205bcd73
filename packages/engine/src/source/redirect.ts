export type OutgoingRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly hasBody: boolean
}

export type RedirectOptions = {
  /** Further headers that hold a secret, such as `x-api-key`. */
  readonly secretHeaders?: readonly string[]
}

export type RedirectDecision =
  | { readonly kind: 'follow'; readonly request: OutgoingRequest }
  | { readonly kind: 'refused'; readonly reason: string }

const redirects = new Set([301, 302, 303, 307, 308])
const secrets = ['authorization', 'cookie', 'proxy-authorization']

/** Where a redirect leads, and what may be sent there. How many are followed is for the caller to count. */
export function nextRequest(
  request: OutgoingRequest,
  status: number,
  location: string | null | undefined,
  { secretHeaders = [] }: RedirectOptions = {},
): RedirectDecision {
  if (!redirects.has(status)) return refused(`status ${status} is no redirect`)
  if (!location?.trim()) return refused(`status ${status} came without a location`)
  if (!URL.canParse(location, request.url)) return refused('the location is no URL')
  const [from, to] = [new URL(request.url), new URL(location, request.url)]
  const reason = refusalOfTarget(from, to)
  if (reason !== undefined) return refused(reason)
  // RFC 9110: a location without a fragment takes on the one of the request
  if (!to.href.includes('#')) to.hash = from.hash
  const next = nextMethod(request, status)
  const keepsBody = next.method === request.method.toUpperCase() && next.hasBody === request.hasBody
  const dropped = [
    ...(from.origin === to.origin ? [] : [...secrets, ...secretHeaders, 'host']),
    // they speak of the answer that is kept for the first URL; elsewhere the same tag can stand for another text
    ...(isRead(request.method) ? ['if-none-match', 'if-modified-since'] : []),
    ...(keepsBody ? [] : bodyHeaders),
  ]
  return { kind: 'follow', request: { ...next, url: to.href, headers: without(request.headers, dropped) } }
}

const bodyHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
  'content-digest',
  'digest',
  'transfer-encoding',
  'expect',
]

/** The reason never shows the URL: it can hold a password. */
function refusalOfTarget(from: URL, to: URL): string | undefined {
  if (to.protocol !== 'http:' && to.protocol !== 'https:') return `${to.protocol} is neither http nor https`
  if (from.protocol === 'https:' && to.protocol === 'http:') return 'it leads from https to http'
  if (to.username !== '' || to.password !== '') return 'the location holds a user or a password'
  return undefined
}

function nextMethod({ method, hasBody }: OutgoingRequest, status: number): Pick<OutgoingRequest, 'method' | 'hasBody'> {
  const upper = method.toUpperCase()
  const becomesGet = status === 303 ? upper !== 'HEAD' : status < 303 && upper === 'POST'
  return becomesGet ? { method: 'GET', hasBody: false } : { method: upper, hasBody }
}

function isRead(method: string): boolean {
  return /^(get|head)$/i.test(method)
}

function without(headers: Readonly<Record<string, string>>, dropped: readonly string[]): Record<string, string> {
  const names = new Set(dropped.map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())))
}

function refused(reason: string): RedirectDecision {
  return { kind: 'refused', reason }
}
