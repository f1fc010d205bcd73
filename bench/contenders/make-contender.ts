import type { Contender, ContenderOptions } from './contender.ts'

/** By name, loaded when asked for: a process holds its own contender and no other. */
const programs = {
  pawl: async (options: ContenderOptions) => (await import('./pawl-contender.ts')).pawlContender(options),
  'graphile-worker': async (options: ContenderOptions) =>
    (await import('../peers/graphile-worker-contender.ts')).graphileWorkerContender(options),
  'pg-boss': async (options: ContenderOptions) =>
    (await import('../peers/pg-boss-contender.ts')).pgBossContender(options),
  bullmq: async (options: ContenderOptions) => (await import('../peers/bullmq-contender.ts')).bullmqContender(options),
  'raw-insert': async (options: ContenderOptions) =>
    (await import('./raw-insert-contender.ts')).rawInsertContender(options),
} satisfies Record<string, (options: ContenderOptions) => Promise<Contender>>

export type ProgramName = keyof typeof programs

export function makeContender(program: ProgramName, options: ContenderOptions): Promise<Contender> {
  return programs[program](options)
}
