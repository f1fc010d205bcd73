import path from 'node:path'

/** The names inside a data folder. */
export type Layout = {
  readonly dataDir: string
  /** all that belongs to the server; comes into being whole, by one rename */
  readonly home: string
  readonly data: string
  readonly password: string
  /** names the role that initdb made */
  readonly owner: string
  readonly port: string
  readonly log: string
  readonly pidFile: string
}

export function layout(dataDir: string): Layout {
  return { dataDir, ...homeLayout(path.join(dataDir, 'postgres')) }
}

export function homeLayout(home: string): Omit<Layout, 'dataDir'> {
  const data = path.join(home, 'data')
  return {
    home,
    data,
    password: path.join(home, 'password'),
    owner: path.join(home, 'owner'),
    port: path.join(home, 'port'),
    log: path.join(home, 'log'),
    pidFile: path.join(data, 'postmaster.pid'),
  }
}
