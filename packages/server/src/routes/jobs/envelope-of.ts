import { type JobView, parseTraceparent } from 'pawl'

/** A job as it goes over any wire. */
export function envelopeOf({ id, type, version, createdAt, attempt, maxAttempts, body, trace }: JobView) {
  const parent = parseTraceparent(trace)
  return {
    header: { job_id: id, type, version, created_at: createdAt.toISOString(), attempt, max_attempts: maxAttempts },
    body,
    tracing: parent === undefined ? null : { trace_id: parent.traceId, span_id: parent.spanId },
  }
}
