import { PawlError } from '../../errors.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'

/** Works on one row, within its time. One that goes on after that is not waited for, and what it comes to counts for nothing. */
export async function workOnRow(
  { name, work, rowTimeoutMs }: PhaseDefinition,
  row: unknown,
  context: PhaseContext,
): Promise<unknown> {
  if (rowTimeoutMs === undefined) return work!(row, context)
  const own = new AbortController()
  const { signal } = context
  const passOn = () => own.abort(signal.reason)
  signal.addEventListener('abort', passOn)
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `the phase '${name}' did not end with this row within its rowTimeoutMs of ${rowTimeoutMs} ms`
      const error = new PawlError('row-timeout', message)
      reject(error)
      own.abort(error)
    }, rowTimeoutMs)
  })
  try {
    return await Promise.race([work!(row, { ...context, signal: own.signal }), tooLate])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', passOn)
  }
}
