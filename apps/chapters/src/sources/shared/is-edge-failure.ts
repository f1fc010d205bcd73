/**
 * A page instead of an answer, or a ban, comes from what stands before a service. That says nothing about the series that was asked
 * for: it is the service that cannot be reached, so its circuit counts it and no series is blamed.
 */
export function isEdgeFailure(answer: { readonly status: number; readonly headers: Headers }): true | undefined {
  const isPage = /^text\/html\b/i.test(answer.headers.get('content-type') ?? '')
  return isPage || answer.status === 403 ? true : undefined
}
