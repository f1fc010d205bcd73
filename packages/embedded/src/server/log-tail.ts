import { readIfThere } from '../folder/read-if-there.ts'

/** The last lines of the server's log, to be part of an error. */
export async function logTail(file: string): Promise<string> {
  const lines = ((await readIfThere(file)) ?? '').trimEnd().split('\n').slice(-15)
  return `The last lines of ${file}:\n${lines.join('\n') || '(empty)'}`
}
