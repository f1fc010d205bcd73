/** Five failures in a row pause a source for five minutes. The pause does not grow. */
export const circuit = { failures: 5, coolDownMs: 300_000, maxCoolDownMs: 300_000 } as const
