import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const pause = statement('queue_pause')
const resume = statement('queue_resume')
const paused = statement('queues_paused')

export async function pauseQueue(runner: Runner, queue: string): Promise<void> {
  await runner.run(pause, [queue])
}

export async function resumeQueue(runner: Runner, queue: string): Promise<void> {
  await runner.run(resume, [queue])
}

export async function pausedQueues(runner: Runner): Promise<string[]> {
  return (await runner.run(paused)).map((row) => row.name)
}
