import type pg from 'pg'

/** What `pg` does not declare. */
type Internals = {
  readonly connection: {
    on(event: 'commandComplete', listener: (message: { readonly text: string }) => void): void
    on(event: 'readyForQuery', listener: (message: { readonly status: string }) => void): void
    readonly parsedStatements: Record<string, string | undefined>
  }
  _getActiveQuery(): { readonly text?: unknown; readonly name?: unknown } | null
}

/**
 * Notices in PostgreSQL's answers that a transaction has ended before its time: by the tags of commands, and by the state that it reports after
 * each message. It listens for as long as the connection lasts, so a transaction costs no listener of its own.
 *
 * ROLLBACK and ROLLBACK TO a savepoint have the same tag. Both leave a transaction open where the first is followed by BEGIN, which has a tag,
 * or has AND CHAIN, which has none: there the text decides.
 */
export class TransactionWatch {
  readonly #internals: Internals
  #onEnd: (() => void) | undefined
  /** Of the message that is being answered. */
  #rolledBack = false
  #ended = false

  constructor(client: pg.PoolClient) {
    this.#internals = client as unknown as Internals
    const { connection } = this.#internals
    connection.on('commandComplete', ({ text }) => {
      if (this.#onEnd !== undefined) this.#completed(text)
    })
    connection.on('readyForQuery', ({ status }) => {
      if (this.#onEnd !== undefined) this.#ready(status)
    })
  }

  /** From the moment at which it is open. `onEnd` may be called several times. */
  begin(onEnd: () => void): void {
    this.#onEnd = onEnd
    this.#rolledBack = false
    this.#ended = false
  }

  stop(): void {
    this.#onEnd = undefined
  }

  #completed(tag: string): void {
    switch (tag) {
      case 'COMMIT':
      case 'PREPARE TRANSACTION':
        this.#ended = true
        return
      case 'ROLLBACK':
        this.#rolledBack = true
        if (this.#mayChain()) this.#ended = true
        return
      case 'BEGIN':
      case 'START TRANSACTION':
        if (this.#rolledBack) this.#ended = true
    }
  }

  #ready(status: string): void {
    if (this.#ended || status === 'I') this.#onEnd?.()
    this.#rolledBack = false
    this.#ended = false
  }

  #mayChain(): boolean {
    const query = this.#internals._getActiveQuery()
    const text = query?.text ?? this.#internals.connection.parsedStatements[String(query?.name)]
    return typeof text !== 'string' || /\band\s+chain\b/i.test(text)
  }
}
