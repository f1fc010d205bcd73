import path from 'node:path'
import { fileURLToPath } from 'node:url'

const bench = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Where the benchmark's own things lie. */
export const folders = {
  root: path.dirname(bench),
  rows: path.join(bench, 'rows'),
  /** The peers' package.json and lock file; what is installed and built for the contenders lies below it. */
  peers: path.join(bench, 'peers'),
  cache: path.join(bench, '.pawl'),
}
