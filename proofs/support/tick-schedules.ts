import { setTimeout as pause } from 'node:timers/promises'
import { defineJob, defineSchedule, type Tick } from 'pawl'
import { z } from 'zod'

export const intervalMs = 100
export const dueRows = 200
const maxInsideMs = 40

/** Says that a tick is being fired: its process is inside the transaction, and will be for some milliseconds. */
export type OnFiring = (schedule: string, at: Date) => void

/**
 * Schedules whose fires can be counted, of each kind: each leaves its tick, or its row, in the body of its job. Missed ticks
 * are all made up for, so in the end there must be one job for each tick that has come.
 */
export function tickSchedules(by: string, onFiring: OnFiring = () => {}) {
  const ticked = defineJob({
    type: 'ticked',
    body: z.object({ schedule: z.string(), at: z.string(), by: z.string() }),
    run() {},
  })
  const checked = defineJob({ type: 'checked', body: z.object({ id: z.number(), advance: z.number() }), run() {} })
  const fire = async (tick: Tick) => {
    onFiring(tick.schedule, tick.at)
    await pause(Math.random() * maxInsideMs)
    return { schedule: tick.schedule, at: tick.at.toISOString(), by }
  }
  const schedules = [
    defineSchedule({ name: 'interval', everyMs: intervalMs, job: ticked, body: fire, missed: 'all' }),
    defineSchedule({
      name: 'cron',
      cron: '* * * * * *',
      timeZone: 'Europe/Berlin',
      job: ticked,
      body: fire,
      missed: 'all',
    }),
    defineSchedule({
      name: 'due',
      everyMs: intervalMs,
      job: checked,
      batch: 50,
      async due(tx, limit) {
        const { rows } = await tx.query(
          `update due_row set next_at = now() + interval '1 s', advances = advances + 1
            where id in (select id from due_row where next_at <= now() order by next_at limit $1 for update skip locked)
           returning id, advances`,
          [limit],
        )
        if (rows.length > 0) onFiring('due', new Date(0))
        await pause(Math.random() * maxInsideMs)
        return rows as { id: number; advances: number }[]
      },
      body: ({ id, advances }) => ({ id, advance: advances }),
    }),
  ]
  return { jobs: [ticked, checked], schedules }
}
