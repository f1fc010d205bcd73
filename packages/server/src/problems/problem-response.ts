import { STATUS_CODES } from 'node:http'
import type { ProblemError } from '@pawl/app'

/** The document and its headers. */
export function problemResponse({ status, code, message, faults, headers }: ProblemError): Response {
  const document = {
    type: `urn:pawl:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Problem',
    status,
    detail: message,
    code,
    ...(faults.length === 0 ? {} : { faults }),
  }
  return new Response(JSON.stringify(document), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}
