import type pg from 'pg'

const goodbyeMs = 1_000

/** Says goodbye, and hangs up when PostgreSQL does not take it: one that is frozen must not hold up the process's end. */
export async function endClient(client: pg.Client | pg.PoolClient): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, goodbyeMs)
  })
  // an error: it had ended already
  await Promise.race([(client as pg.Client).end().catch(() => {}), late])
  clearTimeout(timer)
  hangUp(client)
}

/** For one that is still connecting: after `end()` its `connect()` would never return. */
export function hangUp(client: pg.Client | pg.PoolClient): void {
  // undeclared
  ;(client as pg.Client & { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream.destroy()
}
