import { expect, onTestFinished } from 'vitest'
import type { Answer } from '../../src/http/answer.ts'
import { HttpError } from '../../src/http/errors.ts'
import { HttpClient, type HttpClientOptions } from '../../src/http/http-client.ts'
import type { RequestOptions } from '../../src/http/request-options.ts'

export type TestClient = {
  readonly client: HttpClient
  readonly request: (url: string, options?: Partial<RequestOptions>) => Promise<Answer>
  /** The error of a request that must fail. */
  readonly fail: (url: string, options?: Partial<RequestOptions>) => Promise<HttpError>
}

/** A client for one test. It may call private addresses unless told otherwise, because its servers are there. */
export function testClient(options: HttpClientOptions = {}, defaults: Partial<RequestOptions> = {}): TestClient {
  const client = new HttpClient(options)
  onTestFinished(() => client.close())
  const request = (url: string, more: Partial<RequestOptions> = {}) =>
    client.request({ url, userAgent: 'pawl-test', timeoutMs: 60_000, allowPrivate: true, ...defaults, ...more })
  const fail: TestClient['fail'] = async (url, more) => {
    const error = await request(url, more).then(
      (answer) => expect.fail(`it was answered with ${answer.status}`),
      (error) => error,
    )
    expect(error).toBeInstanceOf(HttpError)
    return error
  }
  return { client, request, fail }
}
