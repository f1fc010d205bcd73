const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  // names
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ENODATA',
  'ESERVFAIL',
  'ETIMEOUT',
  // TLS
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_HANDSHAKE_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  // job.fetch
  'name-not-resolved',
  'connection-refused',
  'connection-failed',
  'connection-lost',
  'tls-failure',
  'request-timeout',
  'broken-response',
  // undici, which is Node's fetch
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

/** OpenSSL's words about a certificate and a handshake, and the parser's about an answer that is no HTTP. */
const families = /^(CERT_|UNABLE_TO_|ERR_SSL_|HPE_)/

/** Whether the code of an error says that a call got no answer from the other side, or a broken one. */
export function isNetworkCode(code: string): boolean {
  return codes.has(code) || families.test(code)
}
