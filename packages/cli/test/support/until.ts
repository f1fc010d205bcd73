/** Waits until a condition holds, looking again and again; for what gives no signal. Fails loudly after a generous time. */
export async function until(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 90_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
