import { definePhases } from '../../../src/index.ts'
import { numbers } from './numbers.ts'

/** A scan that fails for good until it is mended. */
export function brokenScan(name: string) {
  const double = numbers('double')
  let isBroken = true
  const undone = (...args: Parameters<typeof double.undone>) => {
    if (isBroken) throw new Error('no such table')
    return double.undone(...args)
  }
  return {
    scan: definePhases(name, [{ ...double, undone }], { retry: { attempts: 1 } }),
    mend() {
      isBroken = false
    },
  }
}
