/** Waits until a condition holds, looking again and again; for what gives no signal. Fails loudly after a generous time. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const result = await condition()
    if (result !== undefined && result !== false) return result
    if (performance.now() > deadline) throw new Error(`waited a minute in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
