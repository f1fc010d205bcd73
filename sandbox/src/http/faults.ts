import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { RequestLog } from './request-log.ts'

/**
 * outage: the connection is cut. error: 500. banned: 403. unavailable: 503 with Retry-After. html: a page of whatever stands before the
 * service, with 200. truncated: the answer breaks off. slow: the answer comes after `ms`.
 */
export type FaultKind = 'outage' | 'error' | 'banned' | 'unavailable' | 'html' | 'truncated' | 'slow'
export type Fault = {
  readonly kind: FaultKind
  /** It ends by itself after so many requests; else it lasts until it is ended. */
  readonly requests?: number
  /** How slow, for `slow`. */
  readonly ms?: number
}
export type ServiceEnv = { Bindings: HttpBindings }

/** What is wrong with a service for now. */
export class Faults {
  readonly #log: RequestLog
  readonly #stopping: AbortSignal
  #fault: Fault | undefined
  #left = 0

  constructor(log: RequestLog, stopping: AbortSignal) {
    this.#log = log
    this.#stopping = stopping
  }

  begin(fault: Fault): void {
    this.#fault = fault
    this.#left = fault.requests ?? Number.POSITIVE_INFINITY
  }

  end(): void {
    this.#fault = undefined
  }

  get current(): Fault | undefined {
    return this.#fault
  }

  /** Counts each request, and does to it what is wrong. */
  readonly middleware: MiddlewareHandler<ServiceEnv> = async (c, next) => {
    this.#log.came()
    const fault = this.#take()
    if (fault?.kind === 'outage') {
      this.#log.answered('cut')
      c.env.incoming.socket.destroy()
      return c.body(null)
    }
    if (fault?.kind === 'slow') await pause(fault.ms ?? 1_000, undefined, { signal: this.#stopping }).catch(() => {})
    const instead = fault === undefined ? undefined : answerFor(fault.kind)
    if (instead === undefined) await next()
    else c.res = instead
    if (fault?.kind === 'truncated') {
      const text = await c.res.text()
      c.res = new Response(text.slice(0, Math.ceil(text.length / 2)), c.res)
    }
    this.#log.answered(c.res.status)
  }

  #take(): Fault | undefined {
    const fault = this.#fault
    if (fault !== undefined && --this.#left <= 0) this.#fault = undefined
    return fault
  }
}

function answerFor(kind: FaultKind): Response | undefined {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  if (kind === 'error') return Response.json({ error: 'internal' }, { status: 500 })
  if (kind === 'banned') return Response.json({ error: 'forbidden' }, { status: 403 })
  if (kind === 'unavailable') return new Response('busy', { status: 503, headers: { 'retry-after': '1' } })
  if (kind === 'html') return new Response('<!doctype html><title>Just a moment</title>', { headers: html })
  return undefined
}
