/** One seed from several numbers, so that each listing has numbers of its own whichever others were drawn before. */
export function mixedSeed(...parts: readonly number[]): number {
  let hash = 0x9747b28c
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x9e3779b1)
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    hash ^= hash >>> 13
  }
  return hash >>> 0
}
