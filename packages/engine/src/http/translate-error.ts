import { HttpError, type HttpErrorCode } from './errors.ts'

const codes: Readonly<Record<string, HttpErrorCode>> = {
  ECONNREFUSED: 'connection-refused',
  ECONNABORTED: 'connection-lost',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  UND_ERR_SOCKET: 'connection-lost',
  // the connection was closed in good order, in the middle of a body
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection-lost',
  ETIMEDOUT: 'request-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'request-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'broken-response',
  UND_ERR_INVALID_ARG: 'invalid-request',
  UND_ERR_NOT_SUPPORTED: 'invalid-request',
  EPROTO: 'tls-failure',
}

const tlsCode = /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/

/** What Node or undici threw, as an error of ours. Errors of ours pass through. */
export function translateError(error: unknown, where: string): HttpError {
  if (error instanceof HttpError) return error
  const { name, code, message } = error as NodeJS.ErrnoException
  const text = code === undefined ? message : `${code}: ${message}`
  // the parser hangs what it could not read on its error: headers of the answer, cookies among them
  if (error instanceof Error && 'data' in error) delete error.data
  return new HttpError(codeOf(name, code ?? ''), `${where}: ${text}`, { cause: error })
}

function codeOf(name: string, code: string): HttpErrorCode {
  // it comes without a code
  if (name === 'HTTPParserError') return 'broken-response'
  if (tlsCode.test(code)) return 'tls-failure'
  return codes[code] ?? 'connection-failed'
}
