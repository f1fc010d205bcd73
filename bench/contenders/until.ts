import { setTimeout as pause } from 'node:timers/promises'

/** Looks again and again, so many ms apart, until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>, everyMs = 1): Promise<void> {
  while (!(await isSo())) await pause(everyMs)
}
