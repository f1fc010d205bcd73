/** One entry of `errors` or `warnings`, as all REST interfaces of eBay write them. */
export type EbayError = {
  readonly errorId: number
  readonly domain: string
  readonly category: 'REQUEST' | 'BUSINESS' | 'APPLICATION'
  readonly message: string
  readonly longMessage: string
  readonly parameters?: readonly { readonly name: string; readonly value: string }[]
}

export type ErrorDetails = {
  readonly domain: string
  readonly category?: EbayError['category']
  readonly parameters?: Readonly<Record<string, string>>
}

export function ebayError(errorId: number, message: string, details: ErrorDetails): EbayError {
  const { domain, category = 'REQUEST', parameters = {} } = details
  const named = Object.entries(parameters).map(([name, value]) => ({ name, value }))
  return {
    ...{ errorId, domain, category, message, longMessage: message },
    ...(named.length === 0 ? {} : { parameters: named }),
  }
}

export function errorAnswer(status: number, ...errors: readonly EbayError[]): Response {
  return Response.json({ errors }, { status })
}

/** The published descriptions do not name this error; clients report it. */
export const tooManyRequests = (): Response =>
  errorAnswer(
    429,
    ebayError(2001, 'Too many requests. The request limit has been reached for the resource.', { domain: 'ACCESS' }),
  )
