export { EmbeddedError, type EmbeddedErrorCode } from './embedded-error.ts'
export { openDatabase } from './open-database.ts'
export { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'
