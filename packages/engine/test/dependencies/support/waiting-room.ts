import { onTestFinished } from 'vitest'
import { Connection } from '../../../src/postgres/connection.ts'
import type { Runner } from '../../../src/postgres/runner.ts'
import { Events } from '../../../src/runtime/events.ts'
import { WaitingRoom } from '../../../src/runtime/waiting-room.ts'

/** A waiting room by itself, on a clock that each of its statements sets on by so much. */
export function waitingRoom(url: string, tookMs: Readonly<Record<string, number>> = {}) {
  const connection = new Connection({ url, name: 'waiting room', prepare: true })
  onTestFinished(() => connection.close())
  let nowMs = 0
  const runner: Runner = {
    async run(statement, values) {
      const rows = await connection.run(statement, values)
      nowMs += tookMs[statement.name] ?? 0
      return rows
    },
  }
  const room = new WaitingRoom(
    runner,
    new Events(),
    () => {},
    () => nowMs,
  )
  /** Runs it to the end of a pass; resolves to how long until the next. */
  const pauseAfterPass = async () => {
    for (;;) {
      const pauseMs = await room.runOnce()
      if (pauseMs > 0) return pauseMs
    }
  }
  return { room, runner, pauseAfterPass }
}
