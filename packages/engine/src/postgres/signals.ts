import type { Runner } from './runner.ts'
import type { SettlingWorker } from './settle.ts'
import { statement } from './statement.ts'
import { type AttemptRef, proof } from './steps.ts'

const send = statement('signal_send')
const ask = statement('signal_await')

/** came: `value` is its payload. over: its time has passed. open: to be waited for, `ms` at the most, null for ever. */
export type SignalAnswer = {
  readonly state: 'came' | 'over' | 'open'
  readonly value: unknown
  readonly ms: number | null
}

/** Returns how many jobs were waiting for it. */
export async function sendSignal(runner: Runner, event: string, payload: string, keepMs: number): Promise<number> {
  const [row] = await runner.run(send, [event, payload, keepMs])
  return row.woken
}

/** Undefined: the attempt is not ours any more. */
export async function askForSignal(
  runner: Runner,
  worker: SettlingWorker,
  of: AttemptRef,
  wait: { readonly name: string; readonly event: string; readonly timeoutMs: number | undefined },
): Promise<SignalAnswer | undefined> {
  const [row] = await runner.run(ask, [...proof(worker, of), wait.name, wait.event, wait.timeoutMs ?? null])
  return row.state === 'lost' ? undefined : row
}
