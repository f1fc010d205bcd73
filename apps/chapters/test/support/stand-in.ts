import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
export type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

export type StandIn = {
  readonly url: string
  readonly host: string
  readonly received: readonly Received[]
  /** What it answers from now on. */
  answer: (request: Received) => Answer
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A service on this machine that remembers what it was sent: a webhook, or where browsers get their messages from. */
export async function standIn(answer: StandIn['answer'] = () => ({ status: 204 })): Promise<StandIn> {
  const received: Received[] = []
  const service = { received, answer }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const seen = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks),
    }
    received.push(seen)
    const { status, headers = {} } = service.answer(seen)
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, { url: `http://${host}`, host })
}
