import { PawlError } from '../errors.ts'

/**
 * What can go wrong with a request:
 *
 * - `invalid-request`: it cannot be sent as it was given
 * - `address-refused`: it would go to an address that must not be called
 * - `redirect-refused`, `too-many-redirects`: a redirect that is not followed
 * - `name-not-resolved`, `connection-refused`, `connection-failed`, `tls-failure`: there was no connection
 * - `connection-lost`: the connection broke before the answer was complete
 * - `request-timeout`, `request-aborted`, `client-closed`: it was ended from this side
 * - `response-too-large`: the answer has more bytes than were allowed
 * - `unknown-encoding`, `broken-response`: the answer cannot be read
 */
export type HttpErrorCode =
  | 'invalid-request'
  | 'address-refused'
  | 'redirect-refused'
  | 'too-many-redirects'
  | 'name-not-resolved'
  | 'connection-refused'
  | 'connection-failed'
  | 'tls-failure'
  | 'connection-lost'
  | 'request-timeout'
  | 'request-aborted'
  | 'client-closed'
  | 'response-too-large'
  | 'unknown-encoding'
  | 'broken-response'

/**
 * A request that brought no answer; an answer of status 500 is none. Messages name the origin and never the rest of the URL:
 * many services carry their keys in path or query.
 */
export class HttpError extends PawlError {
  declare readonly code: HttpErrorCode

  constructor(code: HttpErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}
