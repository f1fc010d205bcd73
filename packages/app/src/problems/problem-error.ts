import { PawlError } from 'pawl'

/** One fault of a request: its place as a JSON pointer, and what was expected there. */
export type Fault = {
  readonly in: 'body' | 'query' | 'path' | 'header'
  readonly path: string
  readonly message: string
}

export type ProblemOptions = ErrorOptions & {
  readonly faults?: readonly Fault[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown by a route to answer with a problem document (RFC 9457). Its code is stable, its message is the document's detail. */
export class ProblemError extends PawlError {
  readonly status: number
  readonly faults: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, detail: string, { faults = [], headers = {}, cause }: ProblemOptions = {}) {
    super(code, detail, { cause })
    this.status = status
    this.faults = faults
    this.headers = headers
  }
}
