import { ProblemError } from '@pawl/app'
import { type AllowPrivate, refusalOfUrl } from 'pawl'

/** An address that is called with notices. What its name resolves to is checked with each call. */
export function checkWebhook(address: string | undefined, allowPrivate: AllowPrivate): string | undefined {
  const refusal = address === undefined ? undefined : refusalOfUrl(address, { allowPrivate })
  if (refusal === undefined) return address
  const message = `the webhook cannot be called: ${refusal}`
  throw new ProblemError(400, 'invalid-address', message, { faults: [{ in: 'body', path: '/webhook', message }] })
}
