import { PermanentError } from '../errors.ts'
import type { JobDefinition } from './job-definition.ts'

/** A worker leaves what it does not know for one that does: newer versions always, older ones unless it can upgrade them. */
export function knowsVersion(definition: JobDefinition, version: number): boolean {
  return version === definition.version || (version < definition.version && definition.upgrade !== undefined)
}

/** The body as this version of the code reads it. */
export function upgradeBody(definition: JobDefinition, body: unknown, version: number): unknown {
  if (version === definition.version || definition.upgrade === undefined) return body
  try {
    return definition.upgrade(body, version)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new PermanentError(
      `upgrade of '${definition.type}' from version ${version} to ${definition.version} failed: ${why}`,
      { cause: error },
    )
  }
}
