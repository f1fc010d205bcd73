/**
 * length: the answer is cut off. refusal, content_filter: there is none. insufficient_quota, rate_limit: 429, for good and for a while (with
 * Retry-After). context_length: the prompt is too long. invalid_key, model_not_found. bad_json: no JSON at all. wrong_schema: JSON that does
 * not fit. fenced_json: the right answer between ``` marks. empty: no content. error: 500. overloaded: 503. cut: the connection breaks off,
 * in the middle where the answer is streamed. slow: after `ms`.
 */
export const modelFaults = [
  'length',
  'refusal',
  'content_filter',
  'insufficient_quota',
  'rate_limit',
  'context_length',
  'invalid_key',
  'model_not_found',
  'bad_json',
  'wrong_schema',
  'fenced_json',
  'empty',
  'error',
  'overloaded',
  'cut',
  'slow',
] as const

export type ModelFaultKind = (typeof modelFaults)[number]

export type ModelFault = {
  readonly kind: ModelFaultKind
  /** It ends by itself after so many requests; else it lasts until it is ended. */
  readonly requests?: number
  /** How slow, for `slow`; Retry-After, for `rate_limit`. A second unless said otherwise. */
  readonly ms?: number
}

/** The errors of the service, by what is wrong. */
export function errorOf({ kind, ms = 1_000 }: ModelFault): Response | undefined {
  switch (kind) {
    case 'insufficient_quota':
      return apiError(429, 'You exceeded your current quota, please check your plan.', kind, kind)
    case 'rate_limit': {
      const message = `Rate limit reached for requests. Please try again in ${ms / 1000}s.`
      return apiError(429, message, 'requests', 'rate_limit_exceeded', {
        'retry-after': String(Math.ceil(ms / 1000)),
        'retry-after-ms': String(ms),
      })
    }
    case 'context_length':
      return contextError(8_192, 20_000)
    case 'invalid_key':
      return apiError(401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key')
    case 'model_not_found':
      return apiError(404, 'The model does not exist or you do not have access to it.', 'invalid_request_error', kind)
    case 'error':
      return apiError(500, 'The server had an error while processing your request.', 'server_error', null)
    case 'overloaded':
      return apiError(503, 'The engine is currently overloaded.', 'server_error', null)
    default:
      return undefined
  }
}

export function contextError(most: number, sent: number): Response {
  const message = `This model's maximum context length is ${most} tokens. However, your messages resulted in ${sent} tokens.`
  return apiError(400, message, 'invalid_request_error', 'context_length_exceeded')
}

export function apiError(
  status: number,
  message: string,
  type: string,
  code: string | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error: { message, type, param: null, code } }, { status, headers })
}
