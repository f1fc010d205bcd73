import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { type Server, serve } from '../src/index.ts'

/** More than Node lets wait by default: 511. */
const connections = 700

const clients = `
  const { connect } = require('node:net')
  const { workerData: { port, connections, state } } = require('node:worker_threads')
  for (let i = 0; i < connections; i++) {
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .on('connect', () => {
        if (Atomics.add(state, 0, 1) === connections - 1) Atomics.notify(state, 0)
      })
  }
`

test('a server that is busy for a moment refuses no connection', async () => {
  const own = { close: async () => {}, ready: async () => {}, listensAt: () => {}, hasExplicitToken: true }
  const server = own as unknown as Server
  const serving = await serve(server, { port: 0, graceMs: 0 })
  onTestFinished(() => serving.close())
  const state = new Int32Array(new SharedArrayBuffer(4))
  const port = Number(new URL(serving.url).port)
  const worker = new Worker(clients, { eval: true, workerData: { port, connections, state } })
  onTestFinished(async () => void (await worker.terminate()))
  // begins to run it: from here on the event loop of the server stands still, and accepts none
  const deadline = performance.now() + 20_000
  for (let made = 0; made < connections && performance.now() < deadline; ) {
    Atomics.wait(state, 0, made, 1_000)
    made = Atomics.load(state, 0)
  }
  expect(Atomics.load(state, 0)).toBe(connections)
})
