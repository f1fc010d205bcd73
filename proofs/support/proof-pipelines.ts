import { setTimeout as pause } from 'node:timers/promises'
import { definePhases, defineStages, fixed, phase, type StageItem, stage } from 'pawl'

export const stageNames = ['fetch', 'form', 'ask'] as const
export const phaseNames = ['discovery', 'metadata', 'series', 'covers', 'tidying'] as const
/** Where a worker can be killed in a stage or a phase: while it works, and inside of the transaction that writes. */
export const placesOf = (names: readonly string[]) => names.flatMap((name) => [`${name} work`, `${name} write`])

const retry = { attempts: 20, backoff: fixed({ delayMs: 100 }) }
const maxInsideMs = 20

/** Says that this process is inside of a place, and will be for some milliseconds. */
export type OnInside = (place: string) => void

/** Stages whose moves can be counted: each leaves a row in the transaction that moves its item on. */
export function proofStages(inside: OnInside = () => {}) {
  return defineStages(
    'proof-report',
    stageNames.map((name) =>
      stage(name, {
        slots: 4,
        retry,
        async run(_item: StageItem<{ id: number }>) {
          inside(`${name} work`)
          await pause(Math.random() * maxInsideMs)
          return name
        },
        async write(tx, _result, { input }) {
          await tx.query(`insert into effect (subject, id, part, run) values ('items', $1, $2, 0)`, [input.id, name])
          inside(`${name} write`)
          await pause(Math.random() * maxInsideMs)
        },
      }),
    ),
  )
}

type Row = { readonly id: number }

/** Phases whose writes can be counted: each leaves a row for each row, in the transaction of its batch. */
export function proofPhases(inside: OnInside = () => {}) {
  const phases = phaseNames.map((name, i) =>
    phase(name, {
      parallel: i % 2 === 0 ? 1 : 10,
      undone: async (tx, subject, { after, limit }) =>
        (
          await tx.query(
            `select r.id from row r where r.subject = $1 and r.id > coalesce($2::int, 0)
                and not exists (select from effect e where e.subject = r.subject and e.part = $3 and e.id = r.id)
              order by r.id limit $4`,
            [subject, after, name, limit],
          )
        ).rows as Row[],
      count: async (tx, subject) =>
        (
          await tx.query(
            `select count(*)::int as n from row r where r.subject = $1
                and not exists (select from effect e where e.subject = r.subject and e.part = $2 and e.id = r.id)`,
            [subject, name],
          )
        ).rows[0].n,
      async work({ id }) {
        // once in a batch
        if (id % 100 === 50) {
          inside(`${name} work`)
          await pause(Math.random() * maxInsideMs)
        }
      },
      async write(tx, done, { subject, input }) {
        const { run = 1 } = (input ?? {}) as { run?: number }
        await tx.query('insert into effect (subject, id, part, run) select $1, id, $2, $3 from unnest($4::int[]) id', [
          ...[subject, name, run],
          done.map(({ row }) => row.id),
        ])
        inside(`${name} write`)
        await pause(Math.random() * maxInsideMs)
      },
    }),
  )
  return definePhases('proof-scan', phases, { retry })
}
