import type { ModelFault, ModelOutcome } from './model-outcome.ts'
import { storable } from './storable.ts'

/** As the SDK throws them, or as they stand in a stream. */
type ApiError = {
  readonly status?: unknown
  readonly code?: unknown
  readonly type?: unknown
  readonly message?: unknown
}

const tooLong = /context[ _]length|maximum context|too many tokens|prompt is too long/i

/**
 * What a server's refusal means; undefined for what is none: a broken connection or a failure of its own, which another try may mend.
 */
export function outcomeOfError(error: unknown): ModelOutcome | undefined {
  const { status, code, type, message } = (error ?? {}) as ApiError
  const said = storable(String(message ?? ''))
  if (isUsedUp(error)) return fault('model-quota-exhausted', 'the account of the model is used up', said)
  if (code === 'context_length_exceeded' || (status === 400 && tooLong.test(said))) {
    return fault('model-context-too-long', 'the prompt is longer than the model takes; lower promptTokens', said)
  }
  if (code === 'content_filter' || code === 'content_policy_violation') {
    return fault('model-content-filter', 'the filter of the model has stopped it', said)
  }
  if (code === 'invalid_api_key' || status === 401 || status === 403) {
    return fault('model-key-refused', 'the model takes no requests with this key', said)
  }
  if (code === 'model_not_found' || status === 404) return fault('model-unknown', 'the server has no such model', said)
  const isRefused = typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
  if (isRefused || type === 'invalid_request_error') {
    return fault('model-request-refused', 'the server does not take the request', said)
  }
  return undefined
}

/** A 429 that waiting does not mend. */
export function isUsedUp(error: unknown): boolean {
  const { code, type } = (error ?? {}) as ApiError
  return [code, type].some((word) => word === 'insufficient_quota' || word === 'billing_hard_limit_reached')
}

function fault(code: ModelFault, words: string, said: string): ModelOutcome {
  const quoted = said === '' ? '' : `; it said: ${said.slice(0, 500)}`
  return { kind: 'fault', code, message: `${words}${quoted}` }
}
