import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AttemptTimeoutError, FatalError, PermanentError } from '../../src/errors.ts'
import { InvalidBodyError } from '../../src/job/body.ts'
import { classifyError } from '../../src/job/classify-error.ts'
import { RetryAfterError } from '../../src/job/retry-after-error.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })
const withStatus = (status: number) => Object.assign(new Error('x'), { status })

test("Pawl's own errors say their class", () => {
  expect(classifyError(new PermanentError('closed'))).toBe('permanent')
  expect(classifyError(new FatalError('out of disk'))).toBe('fatal')
  expect(classifyError(new AttemptTimeoutError(5))).toBe('retryable')
  expect(classifyError(new RetryAfterError(5))).toBe('retryable')
})

test('an error that says when to come back is retryable, whatever caused it', () => {
  expect(classifyError(new RetryAfterError(5, 'later', { cause: withStatus(403) }))).toBe('retryable')
})

test('an error nobody knows is retryable', () => {
  for (const unknown of [new Error('x'), 'a text', 42, null, undefined, {}, Object.create(null)]) {
    expect(classifyError(unknown)).toBe('retryable')
  }
})

describe('network', () => {
  test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', 'UND_ERR_HEADERS_TIMEOUT'])(
    '%s is retryable even beside a status',
    (code) => expect(classifyError(Object.assign(withCode(code), { status: 404 }))).toBe('retryable'),
  )

  test("fetch's TypeError is retryable by its cause", async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    const error = await fetch(`http://127.0.0.1:${port}`).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED' })
    expect(classifyError(error)).toBe('retryable')
  })

  test('a TypeError is classified by what its cause is, not by its own name', () => {
    expect(classifyError(new TypeError('fetch failed', { cause: withCode('ENOSPC') }))).toBe('fatal')
    expect(classifyError(new TypeError('fetch failed', { cause: withStatus(422) }))).toBe('permanent')
  })

  test('a signal that timed out is retryable', () => {
    expect(classifyError(new DOMException('timed out', 'TimeoutError'))).toBe('retryable')
  })

  test('an error that is its own cause is classified all the same', () => {
    const error = new Error('round')
    error.cause = error
    expect(classifyError(error)).toBe('retryable')
  })
})

describe('HTTP', () => {
  test.each([408, 429, 500, 502, 503, 504, 599])('%i is retryable', (status) => {
    expect(classifyError(withStatus(status))).toBe('retryable')
    expect(classifyError(Object.assign(new Error('x'), { statusCode: status }))).toBe('retryable')
  })

  test.each([400, 401, 403, 404, 409, 410, 422, 451])('%i is permanent', (status) => {
    expect(classifyError(withStatus(status))).toBe('permanent')
    expect(classifyError(Object.assign(new Error('x'), { statusCode: status }))).toBe('permanent')
  })

  test('a Response that was thrown is classified by its status', () => {
    expect(classifyError(new Response(null, { status: 404 }))).toBe('permanent')
    expect(classifyError(new Response(null, { status: 503 }))).toBe('retryable')
  })

  test('a status given as a code is not taken for an SQLSTATE', () => {
    expect(classifyError(Object.assign(withCode('404'), { status: 404 }))).toBe('permanent')
    expect(classifyError(Object.assign(withCode('28'), { status: 503 }))).toBe('retryable')
  })
})

describe('PostgreSQL', () => {
  test.each(['08006', '08P01', '40001', '40P01', '53300', '57014', '57P01', '57P03', '55P03'])(
    '%s passes by itself and is retryable',
    (code) => expect(classifyError(Object.assign(withCode(code), { status: 400 }))).toBe('retryable'),
  )

  test.each(['28000', '28P01'])('%s, a refused log-in, is permanent', (code) =>
    expect(classifyError(withCode(code))).toBe('permanent'),
  )

  test('a query builder that wraps the error of the driver does not hide it', () => {
    expect(classifyError(new Error('failed query', { cause: withCode('28P01') }))).toBe('permanent')
  })
})

describe('validation', () => {
  test('is permanent', () => {
    const { error } = z.object({ id: z.number() }).safeParse({ id: 'x' })
    expect(classifyError(error)).toBe('permanent')
    expect(classifyError(new InvalidBodyError('greet', [{ message: 'no' }]))).toBe('permanent')
    expect(classifyError(Object.assign(new Error('x'), { name: 'ValiError' }))).toBe('permanent')
  })
})

describe('unfit workers', () => {
  test.each(['EMFILE', 'ENFILE', 'ENOSPC', 'ERR_WORKER_OUT_OF_MEMORY'])('%s is fatal', (code) =>
    expect(classifyError(withCode(code))).toBe('fatal'),
  )
})

describe('a classifier of the user', () => {
  test('is asked first, and its word stands against ours', () => {
    expect(classifyError(new PermanentError('closed'), () => 'retryable')).toBe('retryable')
    expect(classifyError(withStatus(503), () => 'fatal')).toBe('fatal')
  })

  test('leaves to us what it does not decide', () => {
    const asked: unknown[] = []
    const error = withStatus(404)
    expect(classifyError(error, (each) => void asked.push(each))).toBe('permanent')
    expect(asked).toEqual([error])
  })
})
