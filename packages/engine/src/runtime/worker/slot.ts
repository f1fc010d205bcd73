import type { Attempt } from './attempt.ts'

/** idle: waits for work. busy: runs a handler. error: its handler ignored its abort and has not returned. */
export type SlotState = 'idle' | 'busy' | 'error'

/** A place where one handler runs, with a name that a person recognises: `chapter-ingest-3`. */
export type Slot = {
  readonly name: string
  state: SlotState
  attempt: Attempt | undefined
}

/** A slot as others see it. */
export type SlotView = { readonly name: string; readonly state: SlotState; readonly job: string | undefined }
