import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '@pawl/embedded'

/** A PostgreSQL of the proof's own, in a temporary folder, so that it can be killed. */
export class ProofServer {
  readonly #folder: string
  readonly #database: EmbeddedDatabase

  private constructor(folder: string, database: EmbeddedDatabase) {
    this.#folder = folder
    this.#database = database
  }

  static async start(): Promise<ProofServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pawl-proof-'))
    try {
      return new ProofServer(folder, await startEmbedded({ dataDir: folder }))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  get url(): string {
    return this.#database.url
  }

  /** Kills the server with -9. Being a user of it, this process starts it again at once, on the same port. */
  kill(): Promise<void> {
    return this.#signal('SIGKILL')
  }

  /** Ends all sessions and shuts the server down. It is started again in the same way. */
  shutDown(): Promise<void> {
    return this.#signal('SIGINT')
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const pidFile = await readFile(path.join(this.#folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')
    process.kill(Number(pidFile.split('\n')[0]), signal)
  }

  async close(): Promise<void> {
    await this.#database.stop()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
