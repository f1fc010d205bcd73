import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { AttemptTimeoutError } from '../../src/errors.ts'
import { faultOf, faultOfError } from '../../src/source/response-fault.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

describe('an answer', () => {
  test.each([200, 204, 206, 301, 304, 400, 401, 403, 404, 409, 410, 418, 422, 451])(
    '%i is no failure of the source',
    (status) => {
      expect(faultOf({ status })).toBe('none')
      expect(faultOf({ status, retryAfterMs: 1_000 })).toBe('none')
    },
  )

  test.each([408, 500, 501, 502, 503, 504, 520, 599])('%i is one', (status) => {
    expect(faultOf({ status })).toBe('source')
    expect(faultOf({ status, retryAfterMs: undefined })).toBe('source')
  })

  test('429 asks for patience, whether or not it says how long', () => {
    expect(faultOf({ status: 429 })).toBe('limited')
    expect(faultOf({ status: 429, retryAfterMs: 1_000 })).toBe('limited')
  })

  test('503 asks for patience only when it says how long', () => {
    expect(faultOf({ status: 503, retryAfterMs: 1_000 })).toBe('limited')
    expect(faultOf({ status: 503, retryAfterMs: 0 })).toBe('limited')
    expect(faultOf({ status: 503 })).toBe('source')
  })
})

describe('a function of the user', () => {
  test('has the last word on what is a failure', () => {
    expect(faultOf({ status: 403 }, ({ status }) => status === 403)).toBe('source')
    expect(faultOf({ status: 500 }, () => false)).toBe('none')
    expect(faultOf({ status: 200 }, () => true)).toBe('source')
  })

  test('leaves to us what it does not decide', () => {
    expect(faultOf({ status: 500 }, () => undefined)).toBe('source')
    expect(faultOf({ status: 404 }, () => undefined)).toBe('none')
  })

  test('sees the answer as it was given', () => {
    const answer = { status: 200, isBanned: true }
    expect(faultOf(answer, ({ isBanned }) => isBanned)).toBe('source')
  })

  test('cannot take away the pause that a source asks for', () => {
    expect(faultOf({ status: 429 }, () => false)).toBe('limited')
    expect(faultOf({ status: 503, retryAfterMs: 5 }, () => true)).toBe('limited')
  })
})

describe('a function that knows what asks for patience', () => {
  test('has the last word on it', () => {
    expect(faultOf({ status: 429 }, undefined, () => false)).toBe('none')
    expect(faultOf({ status: 503, retryAfterMs: 5 }, undefined, () => false)).toBe('source')
    expect(
      faultOf(
        { status: 403 },
        () => false,
        () => true,
      ),
    ).toBe('limited')
  })

  test('leaves to us what it does not decide, and the rest to what says what a failure is', () => {
    expect(faultOf({ status: 429 }, undefined, () => undefined)).toBe('limited')
    expect(
      faultOf(
        { status: 429 },
        () => true,
        () => false,
      ),
    ).toBe('source')
  })
})

describe('an error', () => {
  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPROTO',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'HPE_INVALID_CONSTANT',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_SOCKET',
  ])('%s is a failure of the source, also as a cause and beside a status', (code) => {
    expect(faultOfError(withCode(code))).toBe('source')
    expect(faultOfError(new TypeError('fetch failed', { cause: withCode(code) }))).toBe('source')
    expect(faultOfError(Object.assign(withCode(code), { status: 404 }))).toBe('source')
  })

  test.each(['UND_ERR_ABORTED', 'UND_ERR_INVALID_ARG', 'ERR_INVALID_URL', 'ENOENT', 'ENOSPC', 'EMFILE', '23505'])(
    '%s is a fault of ours',
    (code) => expect(faultOfError(withCode(code))).toBe('none'),
  )

  test('a call that took too long is a failure of the source, one that was stopped is not', async () => {
    const tooLong = new DOMException('too long', 'TimeoutError')
    expect(faultOfError(tooLong)).toBe('source')
    expect(faultOfError(new DOMException('stopped', 'AbortError'))).toBe('none')
    expect(faultOfError(Object.assign(new Error('stopped', { cause: tooLong }), { name: 'AbortError' }))).toBe('source')
  })

  test('an attempt that took too long says nothing about the source', () => {
    expect(faultOfError(new AttemptTimeoutError(5))).toBe('none')
  })

  test('one that carries a status means what the status means', () => {
    expect(faultOfError(Object.assign(new Error('x'), { status: 502 }))).toBe('source')
    expect(faultOfError(Object.assign(new Error('x'), { status: 'bad', statusCode: 429 }))).toBe('limited')
    expect(faultOfError(Object.assign(new Error('x'), { status: 404, cause: withCode('ECONNRESET') }))).toBe('none')
  })

  test('nobody knows is a fault of ours', () => {
    for (const unknown of [new Error('x'), 'ECONNRESET', 42, null, undefined, {}]) {
      expect(faultOfError(unknown)).toBe('none')
    }
  })

  test('that is its own cause ends all the same', () => {
    const error = new Error('round')
    error.cause = error
    expect(faultOfError(error)).toBe('none')
  })

  test('whose fields throw is a fault of ours', () => {
    const error = Object.defineProperty({}, 'code', {
      get() {
        throw new Error('no')
      },
    })
    expect(faultOfError(error)).toBe('none')
  })

  test('of a fetch to a port where nobody listens is a failure of the source', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    expect(await fetch(`http://127.0.0.1:${port}`).catch(faultOfError)).toBe('source')
  })
})
