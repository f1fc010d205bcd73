import type { JobView } from 'pawl'

/** A job as it goes over any wire. */
export function envelopeOf({ id, type, version, createdAt, attempt, maxAttempts, body, trace }: JobView) {
  const [, traceId, spanId] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(trace ?? '') ?? []
  return {
    header: { job_id: id, type, version, created_at: createdAt.toISOString(), attempt, max_attempts: maxAttempts },
    body,
    tracing: traceId === undefined || spanId === undefined ? null : { trace_id: traceId, span_id: spanId },
  }
}
